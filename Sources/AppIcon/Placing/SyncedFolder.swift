import CFolderExchange
import Foundation

/// A folder whose files are written whole: synced, then renamed into place, then the folder synced.
struct SyncedFolder: Sendable {
  let path: String

  init(_ path: String) { self.path = path }

  /// Makes a folder unless it exists.
  static func make(_ path: String) throws(AppIconError) {
    guard !Folder(path).exists else { return }
    try check(mkdir(path, 0o777) == 0, path)
    try SyncedFolder(Folder(path).parent).sync()
  }

  /// Writes a new file and syncs it.
  func write(_ name: String, _ data: Data) throws(AppIconError) {
    let file = path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    try Self.check(descriptor >= 0, file)
    defer { close(descriptor) }
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      try Self.check(count > 0, file)
      rest = rest.dropFirst(count)
    }
    try Self.check(fsync(descriptor) == 0, file)
  }

  /// Replaces one file, or makes it.
  func replace(_ name: String, with data: Data) throws(AppIconError) {
    let temporary = ".\(name).new-\(getpid())"
    _ = unlink(path + "/" + temporary)
    try write(temporary, data)
    try Self.check(rename(path + "/" + temporary, path + "/" + name) == 0, path + "/" + name)
    try sync()
  }

  /// Copies a file, a link or a folder of another folder under its own name; a link stays a link.
  func copy(_ name: String, from folder: String) throws(AppIconError) {
    let source = folder + "/" + name
    // These are of the entry itself, not of what a link leads to.
    let attributes = try? FileManager.default.attributesOfItem(atPath: source)
    guard let type = attributes?[.type] as? FileAttributeType else { throw .fileMissing(source) }
    if type == .typeRegular {
      return try write(name, try BoundedFile.read(source, limit: .max))
    }
    // A pipe would be waited for.
    guard [.typeSymbolicLink, .typeDirectory].contains(type) else { throw .notAFile(source) }
    do {
      try FileManager.default.copyItem(atPath: source, toPath: path + "/" + name)
    } catch {
      throw .cannotWrite(path + "/" + name, reason: "copying it failed")
    }
  }

  /// Syncs the folder's own entries.
  func sync() throws(AppIconError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try Self.check(descriptor >= 0, path)
    defer { close(descriptor) }
    try Self.check(fsync(descriptor) == 0, path)
  }

  static func check(_ succeeded: Bool, _ path: String) throws(AppIconError) {
    let reason = succeeded ? "" : String(cString: strerror(errno))
    if !succeeded { throw .cannotWrite(path, reason: reason) }
  }
}

extension SyncedFolder {
  /// Makes an empty hidden folder for a new version of a folder here, and removes what dead runs left.
  func makeStaging(for name: String) throws(AppIconError) -> SyncedFolder {
    let prefix = ".\(name).new-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for stale in names where stale.hasPrefix(prefix) {
      let owner = Int32(stale.dropFirst(prefix.count)) ?? 0
      let isAlive = owner > 0 && owner != getpid() && kill(owner, 0) == 0
      if !isAlive { try? FileManager.default.removeItem(atPath: path + "/" + stale) }
    }
    let staging = path + "/" + prefix + String(getpid())
    try Self.check(mkdir(staging, 0o777) == 0, staging)
    return SyncedFolder(staging)
  }

  /// Puts a staged folder at a name, in one step even where a folder is there already.
  func put(_ staging: SyncedFolder, at name: String, replacing: Bool) throws(AppIconError) {
    let target = path + "/" + name
    if replacing {
      try Self.check(folder_exchange(staging.path, target) == 0, target)
      try sync()
      // The old version stands under the hidden name; the next run removes it where this cannot.
      try? FileManager.default.removeItem(atPath: staging.path)
    } else {
      try Self.check(rename(staging.path, target) == 0, target)
      try sync()
    }
  }
}

extension AppIconError {
  static func cannotWrite(_ path: String, reason: String) -> Self {
    Self(
      .cannotWrite, path: path, "This cannot be written: \(reason).",
      remedy: "Check permissions and free space; nothing that was there has changed.")
  }
}
