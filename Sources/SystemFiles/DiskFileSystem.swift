import Platform
package import SystemPackage

/// The file system of the machine.
///
/// Below its root, if it has one, every call goes from folder to folder and follows no symbolic link, so that the
/// maker of a folder cannot redirect reading, writing or removing (decision 0327).
package struct DiskFileSystem: FileSystem {
  /// The folder beneath which no link is followed, with a NUL at its end; the folder itself may be a link.
  let root: [CChar]?

  /// Makes the file system without a root; it follows links.
  package init() { root = nil }

  private init(root: [CChar]) { self.root = root }

  package func contained(in root: FilePath) -> any FileSystem {
    DiskFileSystem(root: root.bytes.map { CChar(bitPattern: $0) } + [0])
  }

  package func newFile(at path: FilePath) throws(PhotoprepError) -> any NewFile {
    let file = try at(.create, path) { folder, name in
      try OpenFile.open(folder, name, .writeOnly, [.create, .exclusiveCreate])
    }
    return DiskFile(path, OpenFile(owning: file))
  }

  package func rename(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    try move(path, to: target) { renameat($0, $1, $2, $3) }
  }

  package func syncDirectory(at path: FilePath) throws(PhotoprepError) {
    let folder = try openFolder(path, .sync)
    try attempt(.sync, path) { try folder.sync() }
  }

  package func removeFile(at path: FilePath) throws(PhotoprepError) {
    try at(.remove, path) { folder, name in
      try repeated { unlinkat(folder, name, 0) }
    }
  }

  package func removeDirectory(at path: FilePath) throws(PhotoprepError) {
    try at(.removeDirectory, path) { folder, name in
      try repeated { unlinkat(folder, name, AT_REMOVEDIR) }
    }
  }

  package func createDirectory(at path: FilePath) throws(PhotoprepError) {
    let follows = !isContained(path)
    let present = try at(.createDirectory, path) { folder, name -> FileStatus.Kind in
      do {
        try repeated { mkdirat(folder, name, 0o755) }
        return .directory
      } catch Errno.fileExists {
        let present = try fileStatus(in: folder, name, followingLinks: follows)?.kind
        guard let present, present == .directory || present == .symbolicLink else {
          throw Errno.fileExists
        }
        return present
      }
    }
    if present == .symbolicLink { throw .symbolicLink(path) }
  }

  package func setModified(_ path: FilePath, to modified: Int64) throws(PhotoprepError) {
    try at(.setModified, path) { folder, name in
      var times = [
        timespec(tv_sec: 0, tv_nsec: photoprep_time_left_alone()), timespec(nanoseconds: modified),
      ]
      try repeated { utimensat(folder, name, &times, AT_SYMLINK_NOFOLLOW) }
    }
  }

  package func lock(at path: FilePath) throws(PhotoprepError) -> any FileLock {
    let file = try at(.lock, path) { folder, name in
      try OpenFile.open(folder, name, .readWrite, [.create, .append, .noFollow, .nonBlocking])
    }
    return try DiskLock(path, OpenFile(owning: file))
  }

  package func isLocked(at path: FilePath) throws(PhotoprepError) -> Bool {
    do {
      let file = try at(.read, path) { folder, name in
        try OpenFile.open(folder, name, .readOnly, [.nonBlocking, .noFollow])
      }
      return try DiskLock(path, OpenFile(owning: file)).isHeldElsewhere()
    } catch {
      guard error.code == .notFound else { throw error }
      return false
    }
  }
}

private final class DiskFile: NewFile {
  private let path: FilePath
  private var file: OpenFile?

  init(_ path: FilePath, _ file: consuming OpenFile) {
    self.path = path
    self.file = consume file
  }

  func write(_ bytes: [UInt8]) throws(PhotoprepError) {
    try attempt(.create, path) { try file?.write(bytes) }
  }

  func byteCount() throws(PhotoprepError) -> Int {
    try attempt(.create, path) { try file?.status().size ?? 0 }
  }

  func sync() throws(PhotoprepError) {
    try attempt(.create, path) { try file?.sync() }
  }

  func close() throws(PhotoprepError) {
    let whole = file.take()
    do { try whole?.close() } catch { throw PhotoprepError(.create, path, error) }
  }
}

/// Runs the body of one call and turns the system's error number into an error with the path; other errors are not
/// changed.
@discardableResult
func attempt<Result: ~Copyable>(
  _ call: SystemCall, _ path: FilePath, _ body: () throws -> Result
) throws(PhotoprepError) -> Result {
  do { return try body() } catch let error as PhotoprepError { throw error } catch {
    throw PhotoprepError(call, path, Errno(error))
  }
}

/// Repeats a call while a signal interrupts it; returns its result.
@discardableResult
func repeated<Number: SignedInteger>(_ call: () -> Number) throws(Errno) -> Number {
  while true {
    let result = call()
    if result >= 0 { return result }
    let error = Errno.last
    if error != .interrupted { throw error }
  }
}

extension Errno {
  /// The error number of this thread's last call.
  static var last: Errno { Errno(rawValue: errno) }
}
