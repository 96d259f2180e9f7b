internal import Foundation
internal import PhotoStore
internal import SystemFiles
package import SystemPackage

/// A folder for temporary use that only this user can read.
///
/// A lock in it says that its process runs. Making one removes those that killed processes left, and no other folder:
/// they have such a name and a lock of a day ago that no process holds, and belong to this user.
package final class TemporaryFolder: Sendable {
  package let path: FilePath
  private let lock: any FileLock

  private static let prefix = "photoprep-"
  /// Removed last, by its name, so that a removal that is cut off is ended later.
  private static let lockName = "~lock"

  package convenience init() throws {
    try self.init(in: FilePath(FileManager.default.temporaryDirectory.path), now: Date())
  }

  init(in place: FilePath, now: Date) throws {
    Self.removeAbandoned(in: place, now: now)
    path = place.appending(Self.prefix + UUID().uuidString)
    let files = DiskFileSystem()
    try files.createDirectories(at: place)
    try files.createDirectory(at: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path.string)
    lock = try files.lock(at: path.appending(Self.lockName))
    _ = try lock.attempt(.exclusive)
  }

  package func remove() { try? DiskFileSystem().contained(in: path).removeTree(at: path) }

  private static func removeAbandoned(in place: FilePath, now: Date) {
    let files = DiskFileSystem()
    // Ours: a day, as for incomplete files.
    let oldest = now.addingTimeInterval(-86_400).nanoseconds
    for name in (try? files.list(place)) ?? [] {
      let path = place.appending(name)
      guard name.string.hasPrefix(prefix),
        ImportedFileName.isIdentifier(String(name.string.dropFirst(prefix.count))),
        let folder = try? files.status(of: path, followingLinks: false),
        folder.kind == .directory, folder.owner == FileStatus.currentUser
      else { continue }
      let (own, lock) = (files.contained(in: path), path.appending(lockName))
      guard let status = try? own.status(of: lock, followingLinks: false),
        status.kind == .regular, status.modified < oldest, (try? own.isLocked(at: lock)) == false
      else { continue }
      try? own.removeTree(at: path)
    }
  }
}
