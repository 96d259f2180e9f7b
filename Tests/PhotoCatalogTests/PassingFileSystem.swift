import SystemFiles
import SystemPackage

/// A file system that passes its calls on to another, but for those a test answers itself.
protocol PassingFileSystem: FileSystem {
  var base: any FileSystem { get }
}

extension PassingFileSystem {
  func newFile(at path: FilePath) throws(PhotoprepError) -> any NewFile {
    try base.newFile(at: path)
  }

  func readFile(
    at path: FilePath, limit: Int, followingLinks: Bool
  ) throws(PhotoprepError) -> FileContents {
    try base.readFile(at: path, limit: limit, followingLinks: followingLinks)
  }

  func readPrefix(of path: FilePath, count: Int) throws(PhotoprepError) -> [UInt8] {
    try base.readPrefix(of: path, count: count)
  }

  func rename(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    try base.rename(path, to: target)
  }

  func place(_ path: FilePath, at target: FilePath) throws(PhotoprepError) {
    try base.place(path, at: target)
  }

  func link(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    try base.link(path, to: target)
  }

  func syncDirectory(at path: FilePath) throws(PhotoprepError) { try base.syncDirectory(at: path) }

  func list(
    _ path: FilePath, after last: FilePath.Component?, limit: Int
  ) throws(PhotoprepError) -> [FilePath.Component] {
    try base.list(path, after: last, limit: limit)
  }

  func status(of path: FilePath, followingLinks: Bool) throws(PhotoprepError) -> FileStatus? {
    try base.status(of: path, followingLinks: followingLinks)
  }

  func realPath(of path: FilePath) throws(PhotoprepError) -> FilePath {
    try base.realPath(of: path)
  }

  func destination(ofLink path: FilePath) throws(PhotoprepError) -> FilePath {
    try base.destination(ofLink: path)
  }

  func removeFile(at path: FilePath) throws(PhotoprepError) { try base.removeFile(at: path) }

  func removeDirectory(at path: FilePath) throws(PhotoprepError) {
    try base.removeDirectory(at: path)
  }

  func createDirectory(at path: FilePath) throws(PhotoprepError) {
    try base.createDirectory(at: path)
  }

  func setModified(_ path: FilePath, to modified: Int64) throws(PhotoprepError) {
    try base.setModified(path, to: modified)
  }

  func lock(at path: FilePath) throws(PhotoprepError) -> any FileLock { try base.lock(at: path) }

  func isLocked(at path: FilePath) throws(PhotoprepError) -> Bool { try base.isLocked(at: path) }
}
