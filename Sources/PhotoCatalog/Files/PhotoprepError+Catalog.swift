import Foundation
import GRDB
import SystemFiles
import SystemPackage

extension PhotoprepError {
  /// Makes a store's error from an error that a database closure threw.
  init(_ error: any Error, catalog path: String) {
    let known = error as? DatabaseError
    if let error = error as? PhotoprepError {
      self = error
    } else if known?.isRefusal == true,
      let obstacle = PhotoprepError.obstacle(toWriting: FilePath(path))
    {
      self = obstacle
    } else if let disk = known?.disk {
      self.init(
        disk.code, path: path, message: "The catalog cannot be read or written: \(disk.fact).",
        remedy: disk.remedy, detail: "\(error)")
    } else if let known, known.isDamage {
      self.init(
        .catalogDamaged, path: path,
        message: "The catalog is damaged: \(known.message ?? "it is not a database").",
        remedy: "Make it again from the records with 'photoprep store rebuild'.",
        detail: "\(error)")
    } else {
      self.init(
        .catalog, path: path, message: "The catalog did not answer: \(error).",
        remedy: "Run it again, or make it again from the records with 'photoprep store rebuild'.",
        detail: "\(error)")
    }
  }

  static func locked(_ path: FilePath, holders: [LockHolder]) -> PhotoprepError {
    let names = holders.map { "process \($0.process)" }.joined(separator: ", ")
    return PhotoprepError(
      .storeLocked, path: path.string,
      message: "The store is in use by \(names.isEmpty ? "another process" : names).",
      remedy: "Run it again when that has ended.")
  }

  static func interrupted(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(
      .interrupted, path: path.string, message: "The work was interrupted before it was done.",
      remedy: "Run it again.")
  }

  static func linkedFolder(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(
      .notADirectory, path: path.string, message: "The store's folder is not a folder of its own.",
      remedy: "Replace the link by the folder it leads to.")
  }

  static func notForWriting(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(
      .notOpenForWriting, path: path.string, message: "The store is not open for writing.")
  }

  static func catalogUnusable(_ path: FilePath, reason: String) -> PhotoprepError {
    PhotoprepError(
      .catalog, path: path.string,
      message: "The catalog cannot be used while other processes work: \(reason).",
      remedy: "Run it again when they have ended.")
  }

  /// Whether the file in a record's place is not a record, so that a record may replace it.
  var isOfReplaceableRecord: Bool {
    [.notARegularFile, .tooLarge, .unreadableDocument].contains(code)
  }

  /// The error of a document that cannot be read, with what to do about it.
  var advised: PhotoprepError {
    if remedy != nil { return self }
    return PhotoprepError(
      code, path: path, message: message,
      remedy: "Restore it from a backup, or move it out of its folder.", detail: detail)
  }

  /// Whether an error is about a single record, so that it costs one photo alone.
  package var isOfOneRecord: Bool {
    [.isADirectory, .permissionDenied, .documentTooNew, .unreadableDocument].contains(code)
  }
}

extension DatabaseError {
  /// Whether SQLite was denied access to its files; the system says why.
  fileprivate var isRefusal: Bool {
    [.SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM].contains(resultCode.primaryResultCode)
  }

  /// The failure of the disk or the rights below SQLite, in the words of file calls; `nil` for other failures.
  ///
  /// SQLite keeps the system's error number only for a full disk.
  fileprivate var disk: (code: PhotoprepError.Code, fact: String, remedy: String)? {
    let check = "Check the space, the permissions and the limit of open files ('ulimit -n')"
    return switch resultCode.primaryResultCode {
    case .SQLITE_FULL:
      (.noSpace, "no space is left on its device", "Free some space and run it again.")
    case .SQLITE_IOERR:
      (
        .inputOutput, "its device reported an error",
        "Check the device for errors and for space, and the limit of a file's size ('ulimit -f')."
      )
    case .SQLITE_READONLY:
      (.readOnly, "it opens read-only", "\(check), or choose a folder on a writable file system.")
    case .SQLITE_CANTOPEN, .SQLITE_PERM:
      (.catalog, "its files cannot be opened or made", "\(check).")
    default: nil
    }
  }
}
