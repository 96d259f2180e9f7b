import Foundation
import GRDB
import PhotoStore
import SystemFiles
import SystemPackage

extension StoreError {
  /// Makes the store's error of a file call's.
  init(_ error: SystemError) {
    self.init(
      Code(error.code.description), path: error.path.string, message: error.message,
      recovery: error.recovery, underlying: error)
  }

  /// Makes the store's error of whatever a database closure threw.
  init(_ error: any Error, catalog path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as SystemError: self.init(error)
    default:
      if let error = error as? DatabaseError, error.isRefusal,
        let obstacle = SystemError.obstacle(toWriting: FilePath(path))
      {
        self.init(obstacle)
        return
      }
      if let disk = (error as? DatabaseError)?.disk {
        self.init(
          disk.code, path: path, message: "The catalog was not read or written: \(disk.fact).",
          recovery: disk.recovery, underlying: error)
        return
      }
      if let error = error as? DatabaseError, error.isDamage {
        self.init(
          .catalog, path: path,
          message: "The catalog is damaged: \(error.message ?? "it is no database").",
          recovery: "Make it again from the records with 'photoprep store rebuild'.",
          underlying: error)
        return
      }
      self.init(
        .catalog, path: path, message: "The catalog did not answer: \(error).",
        recovery: "Run it again, or make it again from the records with 'photoprep store rebuild'.",
        underlying: error)
    }
  }

  static func storeMissing(_ path: FilePath) -> StoreError {
    StoreError(
      .storeMissing, path: path.string, message: "There is no store here.",
      recovery: "Make one with 'photoprep store init'.")
  }

  static func pathNotUTF8(_ path: FilePath) -> StoreError {
    StoreError(
      .nameInvalid, path: path.string,
      message: "A store's path must be UTF-8, and this one is not.",
      recovery: "Rename the folder, or choose another.")
  }

  static func otherFolders(_ path: FilePath, has: ContainerLayout, asked: ContainerLayout)
    -> StoreError
  {
    StoreError(
      .storeSettings, path: path.string,
      message: "The store's folders are '\(has.images)' and '\(has.albums)', "
        + "not '\(asked.images)' and '\(asked.albums)'.",
      recovery: "Leave the folder options out, or use another container.")
  }

  static func locked(_ path: FilePath, holders: [LockHolder]) -> StoreError {
    let names = holders.map { "process \($0.process)" }.joined(separator: ", ")
    return StoreError(
      .storeLocked, path: path.string,
      message: "The store is in use by \(names.isEmpty ? "another process" : names).",
      recovery: "Run it again when that has ended.")
  }

  static func runInUse(_ path: FilePath) -> StoreError {
    StoreError(
      .storeLocked, path: path.string, message: "Another run of the same name is under way.",
      recovery: "Use another run name.")
  }

  static func interrupted(_ path: FilePath) -> StoreError {
    StoreError(
      .interrupted, path: path.string, message: "The work was interrupted before it was done.",
      recovery: "Run it again.")
  }

  static func notForWriting(_ path: FilePath) -> StoreError {
    StoreError(
      .notOpenForWriting, path: path.string, message: "The store is not open for writing.")
  }

  static func catalogUnusable(_ path: FilePath, reason: String) -> StoreError {
    StoreError(
      .catalog, path: path.string,
      message: "The catalog cannot be used while other processes work: \(reason).",
      recovery: "Run it again when they have ended.")
  }
}

/// Runs file calls and turns their error into the store's.
func filing<Result>(_ body: () throws(SystemError) -> Result) throws(StoreError) -> Result {
  do throws(SystemError) { return try body() } catch { throw StoreError(error) }
}

extension DatabaseError {
  /// Whether SQLite was not let at its files; why is for the system to say.
  fileprivate var isRefusal: Bool {
    [.SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM].contains(resultCode.primaryResultCode)
  }

  /// What is so about the disk or the rights below SQLite, in the words of file calls; `nil` for
  /// failures of another kind.
  ///
  /// SQLite keeps no error number of the system's but for a full disk.
  fileprivate var disk: (code: StoreError.Code, fact: String, recovery: String)? {
    switch resultCode.primaryResultCode {
    case .SQLITE_FULL:
      (
        StoreError.Code(SystemError.Code.noSpace.description), "no space is left on its device",
        "Free some space and run it again."
      )
    case .SQLITE_IOERR:
      (
        StoreError.Code(SystemError.Code.inputOutput.description), "its device reported an error",
        "Check the device for errors and for space."
      )
    case .SQLITE_READONLY:
      (
        StoreError.Code(SystemError.Code.readOnly.description),
        "it opens read-only",
        "Check the space, the permissions and the limit of open files ('ulimit -n'), or choose a "
          + "folder on a writable file system."
      )
    case .SQLITE_CANTOPEN, .SQLITE_PERM:
      (
        .catalog, "its files cannot be opened or made",
        "Check the space, the permissions and the limit of open files ('ulimit -n')."
      )
    default: nil
    }
  }
}
