import PhotoGeometry
package import SystemFiles
package import SystemPackage

/// A file system whose *n*-th call fails, for tests.
package final class FaultyFileSystem: FileSystem {
  /// What happens from the failing call on.
  package enum Fault: Hashable, Sendable {
    /// One call fails, and the next ones succeed.
    case once
    /// Every call fails, as if the process had ended; of a write that fails first, half is done.
    case crash
  }

  private let base: any FileSystem
  private let failing: Int
  private let fault: Fault
  private let errno: Errno
  private let count = Locked(0)
  private let reads = Locked(0)

  /// Puts a fault in front of a file system.
  ///
  /// - Parameters:
  ///   - base: What carries out the calls that succeed.
  ///   - failing: The number of the failing call, counted from 1; calls of locks do not count.
  ///   - fault: What happens from then on.
  ///   - errno: What the failing calls report.
  package init(_ base: any FileSystem, failing: Int, _ fault: Fault, errno: Errno = .ioError) {
    self.base = base
    self.failing = failing
    self.fault = fault
    self.errno = errno
  }

  /// The number of calls so far.
  package var callCount: Int { count.withLock { $0 } }

  /// Whether the last call was the first one of a crash.
  fileprivate var isCrashing: Bool { fault == .crash && callCount == failing }

  /// The number of files that were read whole so far.
  package var readCount: Int { reads.withLock { $0 } }

  package func newFile(at path: FilePath) throws(PhotoprepError) -> any NewFile {
    try pass(.create, path)
    return FaultyFile(try base.newFile(at: path), path, in: self)
  }

  package func readFile(
    at path: FilePath, limit: Int, followingLinks: Bool
  ) throws(PhotoprepError) -> FileContents {
    try pass(.read, path)
    reads.withLock { $0 += 1 }
    return try base.readFile(at: path, limit: limit, followingLinks: followingLinks)
  }

  package func readPrefix(of path: FilePath, count: Int) throws(PhotoprepError) -> [UInt8] {
    try pass(.read, path)
    return try base.readPrefix(of: path, count: count)
  }

  package func rename(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    try pass(.rename, target)
    try base.rename(path, to: target)
  }

  package func place(_ path: FilePath, at target: FilePath) throws(PhotoprepError) {
    try pass(.rename, target)
    try base.place(path, at: target)
  }

  package func link(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    try pass(.link, target)
    try base.link(path, to: target)
  }

  package func syncDirectory(at path: FilePath) throws(PhotoprepError) {
    try pass(.sync, path)
    try base.syncDirectory(at: path)
  }

  package func list(
    _ path: FilePath, after last: FilePath.Component?, limit: Int
  ) throws(PhotoprepError) -> [FilePath.Component] {
    try pass(.list, path)
    return try base.list(path, after: last, limit: limit)
  }

  package func setModified(_ path: FilePath, to modified: Int64) throws(PhotoprepError) {
    try pass(.setModified, path)
    try base.setModified(path, to: modified)
  }

  package func status(
    of path: FilePath, followingLinks: Bool
  ) throws(PhotoprepError) -> FileStatus? {
    try pass(.status, path)
    return try base.status(of: path, followingLinks: followingLinks)
  }

  package func statuses(
    of names: [FilePath.Component], in folder: FilePath
  ) throws(PhotoprepError) -> [FileStatus?] {
    try pass(.status, folder)
    return try base.statuses(of: names, in: folder)
  }

  package func realPath(of path: FilePath) throws(PhotoprepError) -> FilePath {
    try pass(.status, path)
    return try base.realPath(of: path)
  }

  package func destination(ofLink path: FilePath) throws(PhotoprepError) -> FilePath {
    try pass(.status, path)
    return try base.destination(ofLink: path)
  }

  package func removeFile(at path: FilePath) throws(PhotoprepError) {
    try pass(.remove, path)
    try base.removeFile(at: path)
  }

  package func removeDirectory(at path: FilePath) throws(PhotoprepError) {
    try pass(.removeDirectory, path)
    try base.removeDirectory(at: path)
  }

  package func createDirectory(at path: FilePath) throws(PhotoprepError) {
    try pass(.createDirectory, path)
    try base.createDirectory(at: path)
  }

  package func lock(at path: FilePath) throws(PhotoprepError) -> any FileLock {
    try pass(.lock, path)
    return try base.lock(at: path)
  }

  package func isLocked(at path: FilePath) throws(PhotoprepError) -> Bool {
    try pass(.read, path)
    return try base.isLocked(at: path)
  }

  func pass(_ call: SystemCall, _ path: FilePath) throws(PhotoprepError) {
    let number = count.withLock { count in
      count += 1
      return count
    }
    if fault == .crash ? number >= failing : number == failing {
      throw PhotoprepError(call, path, errno)
    }
  }
}

/// A file whose calls count.
private final class FaultyFile: NewFile {
  private let base: any NewFile
  private let path: FilePath
  private let fileSystem: FaultyFileSystem

  init(_ base: any NewFile, _ path: FilePath, in fileSystem: FaultyFileSystem) {
    self.base = base
    self.path = path
    self.fileSystem = fileSystem
  }

  func write(_ bytes: [UInt8]) throws(PhotoprepError) {
    do throws(PhotoprepError) { try fileSystem.pass(.create, path) } catch {
      if fileSystem.isCrashing { try base.write(Array(bytes.prefix(bytes.count / 2))) }
      throw error
    }
    try base.write(bytes)
  }

  func byteCount() throws(PhotoprepError) -> Int { try base.byteCount() }

  func sync() throws(PhotoprepError) {
    try fileSystem.pass(.create, path)
    try base.sync()
  }

  func close() throws(PhotoprepError) {
    try fileSystem.pass(.create, path)
    try base.close()
  }
}
