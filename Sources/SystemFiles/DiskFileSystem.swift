package import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file system of the machine.
package struct DiskFileSystem: FileSystem {
  /// Makes the file system; it holds nothing.
  package init() {}

  package func newFile(at path: FilePath) throws(SystemError) -> any NewFile {
    try DiskFile(path)
  }

  package func rename(_ path: FilePath, to target: FilePath) throws(SystemError) {
    try attempt(.rename, target) { () throws(Errno) in
      try repeated {
        path.withPlatformString { from in
          target.withPlatformString { to in renameat(AT_FDCWD, from, AT_FDCWD, to) }
        }
      }
    }
  }

  package func syncDirectory(at path: FilePath) throws(SystemError) {
    try attempt(.sync, path) { () throws(Errno) in
      let folder = try OpenFile(path, .readOnly, .directory)
      try folder.sync()
    }
  }

  package func removeFile(at path: FilePath) throws(SystemError) {
    try attempt(.remove, path) { () throws(Errno) in
      try repeated { path.withPlatformString { unlink($0) } }
    }
  }

  package func removeDirectory(at path: FilePath) throws(SystemError) {
    try attempt(.removeDirectory, path) { () throws(Errno) in
      try repeated { path.withPlatformString { rmdir($0) } }
    }
  }

  package func createDirectory(at path: FilePath) throws(SystemError) {
    try attempt(.createDirectory, path) { () throws(Errno) in
      do throws(Errno) {
        try repeated { path.withPlatformString { mkdir($0, 0o755) } }
      } catch .fileExists {
        if try fileStatus(of: path, followingLinks: true)?.kind != .directory { throw .fileExists }
      }
    }
  }

  package func setModified(_ path: FilePath, to modified: Int64) throws(SystemError) {
    try attempt(.setModified, path) { () throws(Errno) in
      var times = [timespec(tv_sec: 0, tv_nsec: timeLeftAlone), timespec(nanoseconds: modified)]
      try repeated {
        path.withPlatformString { utimensat(AT_FDCWD, $0, &times, AT_SYMLINK_NOFOLLOW) }
      }
    }
  }

  package func lock(at path: FilePath) throws(SystemError) -> any FileLock {
    try DiskLock(path)
  }

  package func isLocked(at path: FilePath) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try DiskLock(path, writing: false).isHeldElsewhere()
    } catch {
      guard error.code == .notFound else { throw error }
      return false
    }
  }
}

/// A file on the disk that is being written.
private final class DiskFile: NewFile {
  private let path: FilePath
  private var file: OpenFile?

  init(_ path: FilePath) throws(SystemError) {
    self.path = path
    file = try attempt(.create, path) { () throws(Errno) in
      try OpenFile(path, .writeOnly, [.create, .exclusiveCreate])
    }
  }

  func write(_ bytes: [UInt8]) throws(SystemError) {
    try attempt(.create, path) { () throws(Errno) in try file?.write(bytes) }
  }

  func byteCount() throws(SystemError) -> Int {
    try attempt(.create, path) { () throws(Errno) in try file?.status().size ?? 0 }
  }

  func sync() throws(SystemError) {
    try attempt(.create, path) { () throws(Errno) in try file?.sync() }
  }

  func close() throws(SystemError) {
    let whole = file.take()
    do throws(Errno) { try whole?.close() } catch { throw SystemError(.create, path, error) }
  }
}

/// What tells `utimensat` to leave the time of the last reading alone; `UTIME_OMIT`, which Swift
/// does not import: -2 in Darwin's `sys/stat.h`, 2³⁰ − 2 in Linux's.
#if canImport(Darwin)
  private let timeLeftAlone = -2
#else
  private let timeLeftAlone = (1 << 30) - 2
#endif

/// Runs the body of one call and turns the system's number into an error with the path.
@discardableResult
func attempt<Result: ~Copyable>(
  _ call: SystemCall, _ path: FilePath, _ body: () throws(Errno) -> Result
) throws(SystemError) -> Result {
  do throws(Errno) { return try body() } catch { throw SystemError(call, path, error) }
}

/// Repeats a call for as long as a signal interrupts it; returns what it returned.
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
  /// The number the last call of this thread left behind.
  static var last: Errno { Errno(rawValue: errno) }
}
