import SystemFiles
import SystemPackage

/// A file system that passes its calls on to another, but for those a test answers itself.
protocol PassingFileSystem: FileSystem {
  var base: any FileSystem { get }
}

extension PassingFileSystem {
  func newFile(at path: FilePath) throws(SystemError) -> any NewFile {
    try base.newFile(at: path)
  }

  func readFile(
    at path: FilePath, limit: Int, followingLinks: Bool
  ) throws(SystemError) -> FileContents {
    try base.readFile(at: path, limit: limit, followingLinks: followingLinks)
  }

  func readPrefix(of path: FilePath, count: Int) throws(SystemError) -> [UInt8] {
    try base.readPrefix(of: path, count: count)
  }

  func rename(_ path: FilePath, to target: FilePath) throws(SystemError) {
    try base.rename(path, to: target)
  }

  func place(_ path: FilePath, at target: FilePath) throws(SystemError) {
    try base.place(path, at: target)
  }

  func link(_ path: FilePath, to target: FilePath) throws(SystemError) {
    try base.link(path, to: target)
  }

  func syncDirectory(at path: FilePath) throws(SystemError) { try base.syncDirectory(at: path) }

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

  func removeFile(at path: FilePath) throws(SystemError) { try base.removeFile(at: path) }

  func removeDirectory(at path: FilePath) throws(SystemError) {
    try base.removeDirectory(at: path)
  }

  func createDirectory(at path: FilePath) throws(SystemError) {
    try base.createDirectory(at: path)
  }

  func setModified(_ path: FilePath, to modified: Int64) throws(SystemError) {
    try base.setModified(path, to: modified)
  }

  func lock(at path: FilePath) throws(SystemError) -> any FileLock { try base.lock(at: path) }

  func isLocked(at path: FilePath) throws(SystemError) -> Bool { try base.isLocked(at: path) }
}
