import SystemFiles
import SystemPackage

/// A file system that may only be read: whatever would change it, or opens a file for that, fails.
struct WriteProtection: FileSystem {
  private let base: any FileSystem

  init(_ base: any FileSystem) { self.base = base }

  private func denied(_ path: FilePath) -> SystemError {
    SystemError(.permissionDenied, path: path, message: "The file may only be read.")
  }

  func createFile(at path: FilePath, bytes: [UInt8]) throws(SystemError) { throw denied(path) }

  func rename(_ path: FilePath, to target: FilePath) throws(SystemError) { throw denied(target) }

  func syncDirectory(at path: FilePath) throws(SystemError) { throw denied(path) }

  func removeFile(at path: FilePath) throws(SystemError) { throw denied(path) }

  func removeDirectory(at path: FilePath) throws(SystemError) { throw denied(path) }

  func createDirectory(at path: FilePath) throws(SystemError) { throw denied(path) }

  func setModified(_ path: FilePath, to modified: Int64) throws(SystemError) { throw denied(path) }

  func lock(at path: FilePath) throws(SystemError) -> any FileLock { throw denied(path) }

  func isLocked(at path: FilePath) throws(SystemError) -> Bool { try base.isLocked(at: path) }

  func readFile(
    at path: FilePath, limit: Int, followingLinks: Bool
  ) throws(SystemError) -> FileContents {
    try base.readFile(at: path, limit: limit, followingLinks: followingLinks)
  }

  func readPrefix(of path: FilePath, count: Int) throws(SystemError) -> [UInt8] {
    try base.readPrefix(of: path, count: count)
  }

  func list(
    _ path: FilePath, after last: FilePath.Component?, limit: Int
  ) throws(SystemError) -> [FilePath.Component] {
    try base.list(path, after: last, limit: limit)
  }

  func status(of path: FilePath, followingLinks: Bool) throws(SystemError) -> FileStatus? {
    try base.status(of: path, followingLinks: followingLinks)
  }

  func realPath(of path: FilePath) throws(SystemError) -> FilePath { try base.realPath(of: path) }

  func destination(ofLink path: FilePath) throws(SystemError) -> FilePath {
    try base.destination(ofLink: path)
  }
}
