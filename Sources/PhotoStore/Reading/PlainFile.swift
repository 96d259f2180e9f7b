package import Foundation

/// A regular file that others named: a FIFO, a device or a socket in its place is refused without waiting.
package enum PlainFile {
  // Without O_NONBLOCK, opening a FIFO waits for a writer; the flag has no effect on regular files.
  private static let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY

  /// Opens a file for reading, by a handle that closes it on release.
  ///
  /// Links on the way to the folder it is in are followed; the file and its folder may be links if `followingLinks`
  /// says so.
  ///
  /// - Throws: A `POSIXError`; `EINVAL` if it is not a regular file.
  package static func open(_ file: URL, followingLinks: Bool = true) throws -> FileHandle {
    let descriptor =
      followingLinks
      ? file.withUnsafeFileSystemRepresentation { path in
        path.map { Foundation.open($0, flags) } ?? -1
      } : withoutLinks(file)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .ENOENT) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw POSIXError(.EINVAL)
    }
    return handle
  }

  private static func withoutLinks(_ file: URL) -> Int32 {
    file.deletingLastPathComponent().withUnsafeFileSystemRepresentation { path -> Int32 in
      guard let path else { return -1 }
      let folder = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { return -1 }
      defer { close(folder) }
      return openat(folder, file.lastPathComponent, flags | O_NOFOLLOW)
    }
  }

  /// Waits until no other process holds a folder's lock, and takes it.
  ///
  /// - Returns: A handle; closing it gives the lock back.
  /// - Throws: A `POSIXError`; `EAGAIN` instead of the wait if `waits` is `false`.
  package static func lock(folder: URL, waits: Bool = true) throws -> FileHandle {
    let handle = try open(folder: folder)
    while flock(handle.fileDescriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }
    return handle
  }

  /// Writes a folder's entries to the device.
  package static func synchronize(folder: URL) throws {
    let handle = try open(folder: folder)
    defer { try? handle.close() }
    guard fsync(handle.fileDescriptor) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
  }

  private static func open(folder: URL) throws -> FileHandle {
    let descriptor = folder.withUnsafeFileSystemRepresentation { path in
      path.map { Foundation.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) } ?? -1
    }
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .ENOENT) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Reads a file up to a limit, and one byte more, which shows that the file is longer.
  package static func read(_ file: URL, limit: Int, followingLinks: Bool = true) throws -> Data {
    try open(file, followingLinks: followingLinks).read(upToCount: limit + 1) ?? Data()
  }
}

extension FileManager {
  /// Whether there is a folder at a path, or a link to one.
  package func hasFolder(atPath path: String) -> Bool {
    var isFolder: ObjCBool = false
    return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}

/// The first and the last bytes of an image file, which show whether it is complete.
///
/// Stores write files whole; this finds incomplete files of a broken copy or a restored backup,
/// without decoding anything.
struct ImageFileEnds {
  private let isStored: Bool
  private let first: [UInt8]
  private let last: [UInt8]

  /// No end mark is longer.
  private static let endLength: UInt64 = 12

  /// Reads a file's ends; `nil` when it cannot be read or has no bytes.
  init?(_ file: URL) {
    guard let handle = try? PlainFile.open(file, followingLinks: false),
      let first = try? handle.read(upToCount: PictureFormat.beginningLength), !first.isEmpty,
      let size = try? handle.seekToEnd()
    else { return nil }
    try? handle.seek(toOffset: size - min(size, Self.endLength))
    guard let last = try? handle.read(upToCount: Int(Self.endLength)) else { return nil }
    isStored = StoredFileName(file.lastPathComponent) != nil
    self.first = [UInt8](first)
    self.last = [UInt8](last)
  }

  /// Whether the file ends like its format; formats without an end mark only need some bytes.
  ///
  /// A file that begins like no format is damaged if its name is one that only this software gives, and otherwise has
  /// a format of the app's.
  var isWhole: Bool {
    guard let format = PictureFormat(beginning: first) else { return !isStored }
    return last.suffix(format.end.count) == format.end
  }
}
