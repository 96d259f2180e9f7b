package import Foundation

/// A plain file that others named: a FIFO, a device or a socket in its place is refused and never waited for.
package enum PlainFile {
  /// Opens a file for reading.
  ///
  /// - Parameter file: Its place; links are followed.
  /// - Returns: A handle that closes the file when it goes.
  /// - Throws: A `POSIXError`; `EINVAL` for what is no plain file.
  package static func open(_ file: URL) throws -> FileHandle {
    // Without O_NONBLOCK a FIFO is waited for until somebody writes; plain files know no such flag.
    let descriptor = file.withUnsafeFileSystemRepresentation { path in
      path.map { Foundation.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) } ?? -1
    }
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .ENOENT) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw POSIXError(.EINVAL)
    }
    return handle
  }

  /// Reads a file, but no more than so many bytes and one, which says that there are more.
  ///
  /// - Throws: As ``open(_:)``; what Foundation says about reading.
  package static func read(_ file: URL, limit: Int) throws -> Data {
    try open(file).read(upToCount: limit + 1) ?? Data()
  }
}
