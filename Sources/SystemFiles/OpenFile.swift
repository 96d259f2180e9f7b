import Platform
import SystemPackage

/// An open file or folder; closed on release, and in a child process.
struct OpenFile: ~Copyable {
  let descriptor: FileDescriptor

  /// Takes ownership of an open descriptor.
  init(owning descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Opens a file by its path and follows links.
  init(
    _ path: FilePath, _ access: FileDescriptor.AccessMode,
    _ options: FileDescriptor.OpenOptions = []
  ) throws(Errno) {
    descriptor = try numbered {
      try path.withPlatformString { try Self.open(AT_FDCWD, $0, access, options) }
    }
  }

  /// Opens a name in an open folder, or a path with `AT_FDCWD`; a new file is readable by all users and writable by
  /// its owner.
  static func open(
    _ folder: Int32, _ name: UnsafePointer<CChar>, _ access: FileDescriptor.AccessMode,
    _ options: FileDescriptor.OpenOptions = []
  ) throws(Errno) -> FileDescriptor {
    let permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
    let flags = access.rawValue | options.union(.closeOnExec).rawValue
    return FileDescriptor(
      rawValue: try repeated { openat(folder, name, flags, permissions.rawValue) })
  }

  deinit { try? descriptor.close() }

  /// Closes the file and reports errors of late writes to a network file system.
  ///
  /// The call is not repeated after a signal: on Linux the descriptor is closed by then.
  consuming func close() throws(Errno) {
    let descriptor = descriptor
    discard self
    do { try numbered { try descriptor.close() } } catch .interrupted {}
  }

  /// Returns once everything is on the device.
  ///
  /// On macOS that takes more than `fsync`.
  func sync() throws(Errno) { try repeated { photoprep_synchronize(descriptor.rawValue) } }

  func status() throws(Errno) -> FileStatus { FileStatus(try Stat(descriptor)) }

  /// Returns the status of a name in this folder, or `nil` when it does not exist, as for a name that is too long for
  /// its file system; a symbolic link is not followed.
  func status(of name: FilePath.Component) throws(Errno) -> FileStatus? {
    try numbered {
      try name.withPlatformString {
        try fileStatus(in: descriptor.rawValue, $0, followingLinks: false)
      }
    }
  }

  /// Writes all bytes, in as many calls as needed.
  func write(_ bytes: [UInt8]) throws(Errno) {
    _ = try numbered { try descriptor.writeAll(bytes) }
  }

  /// Reads from the present position until `count` bytes or the end of the file.
  func read(count: Int) throws(Errno) -> [UInt8] {
    // Arrays without room share one object, which threads may not give a count at once.
    if count == 0 { return [] }
    return try numbered {
      try [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
        while done < count {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
          let taken = try descriptor.read(into: rest)
          if taken == 0 { break }
          done += taken
        }
      }
    }
  }
}

/// Runs calls of swift-system, which throw only error numbers.
func numbered<Result: ~Copyable>(_ body: () throws -> Result) throws(Errno) -> Result {
  do { return try body() } catch { throw Errno(error) }
}

extension Errno {
  /// The error number that swift-system or this library threw.
  init(_ error: any Error) { self = error as? Errno ?? .ioError }
}

/// Returns the status of a name in an open folder, or of a path with `AT_FDCWD`; `nil` when it does not exist, as for
/// a name that is too long for its file system.
func fileStatus(
  in folder: Int32, _ name: UnsafePointer<CChar>, followingLinks: Bool
) throws(Errno) -> FileStatus? {
  do {
    return FileStatus(
      try Stat(
        name, relativeTo: FileDescriptor(rawValue: folder),
        flags: followingLinks ? [] : .symlinkNoFollow))
  } catch .noSuchFileOrDirectory, .notDirectory, .fileNameTooLong {
    return nil
  }
}
