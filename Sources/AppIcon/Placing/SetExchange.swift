import Foundation
import SystemFiles
import SystemPackage

/// Fills a folder under a hidden name and then moves it to its place in one step (decision 0402).
struct SetExchange {
  /// The folder to make or to replace.
  private let target: FilePath
  /// The hidden folder beside it.
  private let staging: FilePath
  private let files = DiskFileSystem()

  /// Makes the hidden folder, empty, and removes those of crashed runs.
  init(for path: String) throws {
    target = FilePath(path)
    let prefix = ".\(Folder(path).name).new-"
    staging = FilePath(Folder(path).parent).appending("\(prefix)\(getpid())")
    try removeStale(prefix)
    try written { try files.createDirectory(at: staging) }
  }

  private func removeStale(_ prefix: String) throws {
    let folder = staging.removingLastComponent()
    for name in (try? files.list(folder)) ?? [] where name.string.hasPrefix(prefix) {
      // Other names are not ours.
      guard let owner = Int32(name.string.dropFirst(prefix.count)), owner >= 0 else { continue }
      let isAlive = owner > 0 && owner != getpid() && (kill(owner, 0) == 0 || errno != ESRCH)
      if !isAlive { try? files.removeTree(at: folder.appending(name)) }
    }
  }

  var contents: FolderCopy { FolderCopy(folder: staging) }

  /// Moves the folder to its place, in one step even if a folder is there already.
  func finish(replacing: Bool) throws {
    let folder = staging.removingLastComponent()
    try written {
      try files.syncDirectory(at: staging)
      if replacing {
        try files.exchange(staging, with: target)
      } else {
        try files.rename(staging, to: target)
      }
      try files.syncDirectory(at: folder)
    }
    // The old version is under the hidden name; if it cannot be removed here, the next run removes it.
    if replacing { try? files.removeTree(at: staging) }
  }
}

/// Writes files into a folder and syncs each.
struct FolderCopy {
  let folder: FilePath

  /// Makes a folder for copies of what will change, and syncs them, before anything changes.
  static func backUp(to path: String, _ copyAll: (FolderCopy) throws -> Void) throws {
    let (files, folder) = (DiskFileSystem(), FilePath(path))
    try written { try files.createDirectories(at: folder) }
    try copyAll(FolderCopy(folder: folder))
    try written { try files.syncDirectory(at: folder) }
  }

  func write(_ name: String, _ data: Data) throws {
    try written {
      try DiskFileSystem().createFile(at: folder.appending(name), bytes: [UInt8](data))
    }
  }

  /// Copies a file, a link or a folder of another folder under its own name; a link stays a link.
  func copy(_ name: String, from other: String) throws {
    let source = other + "/" + name
    // The attributes of the entry itself, not of a link's target.
    let attributes = try? FileManager.default.attributesOfItem(atPath: source)
    guard let type = attributes?[.type] as? FileAttributeType else {
      throw PhotoprepError.fileMissing(source)
    }
    if type == .typeRegular {
      return try write(name, try BoundedFile.read(source, limit: .max))
    }
    // Reading a pipe would block.
    guard [.typeSymbolicLink, .typeDirectory].contains(type) else {
      throw PhotoprepError.notAFile(source)
    }
    let copy = folder.appending(name)
    do {
      try FileManager.default.copyItem(atPath: source, toPath: copy.string)
    } catch {
      throw PhotoprepError.cannotWrite(copy.string, "Copying it failed.")
    }
  }
}

extension DraftFile {
  /// Writes a file beside its place and moves it there.
  static func replace(_ path: String, with text: String) throws {
    try written {
      let draft = try DraftFile(of: FilePath(path), run: UUID().uuidString)
      try draft.write([UInt8](text.utf8))
      try draft.keep()
    }
  }

  /// Removes the incomplete files that killed runs left in a folder a day ago or earlier.
  static func removeAbandoned(in folder: String) {
    DiskFileSystem().removeAbandoned(".", ending, in: FilePath(folder), now: Date())
  }
}

/// Runs calls that write, and turns their errors into AppIcon's.
func written(_ body: () throws -> Void) throws {
  do { try body() } catch let error as PhotoprepError {
    throw PhotoprepError.cannotWrite(error.path, error.message)
  }
}

extension PhotoprepError {
  /// Another program has written a file since it was read.
  static func changedMeanwhile(_ path: String) -> Self {
    Self(
      .cannotWrite, path: path, message: "Another program changed the file meanwhile.",
      remedy: "Run the command again.")
  }

  static func cannotWrite(_ path: String, _ reason: String) -> Self {
    Self(
      .cannotWrite, path: path, message: reason,
      remedy: "Check permissions and free space; nothing that was there has changed.")
  }
}
