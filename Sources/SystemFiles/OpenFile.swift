import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open file or folder; closes itself when it goes.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  init(_ path: FilePath, _ flags: Int32, mode: mode_t = 0) throws(Errno) {
    descriptor = try repeated { path.withPlatformString { open($0, flags, mode) } }
  }

  deinit { _ = closeDescriptor(descriptor) }

  /// Closes the file and reports what a late write to a network file system came to.
  ///
  /// The call is not repeated after a signal: on Linux the descriptor is gone by then.
  consuming func close() throws(Errno) {
    let descriptor = descriptor
    discard self
    if closeDescriptor(descriptor) != 0, Errno.last != .interrupted { throw Errno.last }
  }

  func sync() throws(Errno) { try repeated { fsync(descriptor) } }

  func status() throws(Errno) -> FileStatus {
    var raw = stat()
    try repeated { fstat(descriptor, &raw) }
    return FileStatus(raw)
  }

  /// Returns what is known about a name in this folder, or `nil` when there is nothing, as under a
  /// name that is too long for its file system; a symbolic link is not followed.
  func status(of name: FilePath.Component) throws(Errno) -> FileStatus? {
    var raw = stat()
    do throws(Errno) {
      try repeated {
        name.withPlatformString { fstatat(descriptor, $0, &raw, AT_SYMLINK_NOFOLLOW) }
      }
    } catch .noSuchFileOrDirectory, .fileNameTooLong { return nil }
    return FileStatus(raw)
  }

  /// Writes all bytes, however many of them one call takes.
  func write(_ bytes: [UInt8]) throws(Errno) {
    var done = 0
    while done < bytes.count {
      done += try repeated {
        bytes.withUnsafeBytes { writeBytes(descriptor, $0[done...]) }
      }
    }
  }

  /// Reads from the present place until `count` bytes or the end of the file.
  func read(count: Int) throws(Errno) -> [UInt8] {
    var failure: Errno?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      do throws(Errno) {
        while done < count {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
          let taken = try repeated { readBytes(descriptor, rest) }
          if taken == 0 { break }
          done += taken
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }
}

private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func writeBytes(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  write(descriptor, UnsafeRawBufferPointer(rebasing: bytes).baseAddress, bytes.count)
}

private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}

/// Returns what is known about a path, or `nil` when there is nothing, as under a name that is too
/// long for its file system.
func fileStatus(of path: FilePath, followingLinks: Bool) throws(Errno) -> FileStatus? {
  var raw = stat()
  do throws(Errno) {
    try repeated {
      path.withPlatformString { followingLinks ? stat($0, &raw) : lstat($0, &raw) }
    }
  } catch .noSuchFileOrDirectory, .notDirectory, .fileNameTooLong { return nil }
  return FileStatus(raw)
}
