package import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension DiskFileSystem {
  package func readFile(
    at path: FilePath, limit: Int, followingLinks: Bool
  ) throws(SystemError) -> FileContents {
    let file = try openRegular(path, followingLinks: followingLinks)
    let status = try regularStatus(of: file, path)
    if status.size > limit { throw .tooLarge(path, size: status.size, limit: limit) }
    // One byte more than the size tells a file that grew meanwhile from one that did not.
    let bytes = try attempt(.read, path) { () throws(Errno) in
      try file.read(count: status.size + 1)
    }
    guard bytes.count > status.size else { return FileContents(bytes: bytes, status: status) }
    let rest = try attempt(.read, path) { () throws(Errno) in
      try file.read(count: limit - status.size)
    }
    guard bytes.count + rest.count <= limit else {
      throw .tooLarge(path, size: bytes.count + rest.count, limit: limit)
    }
    return FileContents(bytes: bytes + rest, status: status)
  }

  package func readPrefix(of path: FilePath, count: Int) throws(SystemError) -> [UInt8] {
    let file = try openRegular(path, followingLinks: false)
    let size = try regularStatus(of: file, path).size
    return try attempt(.read, path) { () throws(Errno) in try file.read(count: min(count, size)) }
  }

  package func list(_ path: FilePath) throws(SystemError) -> [FilePath.Component] {
    let folder = try DiskFolderNames(path)
    var names: [(bytes: [UInt8], name: FilePath.Component)] = []
    while true {
      let batch = try folder.next(1024)
      if batch.isEmpty { break }
      names += batch.map { ($0.bytes, $0) }
    }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.name)
  }

  package func openFolder(_ path: FilePath) throws(SystemError) -> any FolderNames {
    try DiskFolderNames(path)
  }

  package func status(
    of path: FilePath, followingLinks: Bool
  ) throws(SystemError) -> FileStatus? {
    try attempt(.status, path) { () throws(Errno) in
      try fileStatus(of: path, followingLinks: followingLinks)
    }
  }

  /// Opens a file without waiting for a FIFO's writer and without becoming a terminal's owner.
  private func openRegular(
    _ path: FilePath, followingLinks: Bool
  ) throws(SystemError) -> OpenFile {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
    return try attempt(.read, path) { () throws(Errno) in try OpenFile(path, flags) }
  }

  private func regularStatus(
    of file: borrowing OpenFile, _ path: FilePath
  ) throws(SystemError) -> FileStatus {
    let status: FileStatus
    do throws(Errno) { status = try file.status() } catch { throw SystemError(.read, path, error) }
    guard status.kind == .regular else { throw .notARegularFile(path, status.kind) }
    return status
  }
}

#if canImport(Darwin)
  private typealias DirectoryStream = UnsafeMutablePointer<DIR>
#else
  private typealias DirectoryStream = OpaquePointer
#endif

/// An open folder; closes itself when it goes.
private final class DiskFolderNames: FolderNames {
  private let path: FilePath
  private let stream: DirectoryStream

  init(_ path: FilePath) throws(SystemError) {
    self.path = path
    stream = try attempt(.list, path) { () throws(Errno) in
      guard let stream = path.withPlatformString({ opendir($0) }) else { throw Errno.last }
      return stream
    }
  }

  deinit { closedir(stream) }

  func next(_ count: Int) throws(SystemError) -> [FilePath.Component] {
    var names: [FilePath.Component] = []
    while names.count < count {
      setErrno(0)
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemError(.list, path, Errno.last) }
        break
      }
      if let name = Self.name(entry), name.kind == .regular { names.append(name) }
    }
    return names
  }

  private static func name(_ entry: UnsafeMutablePointer<dirent>) -> FilePath.Component? {
    withUnsafePointer(to: &entry.pointee.d_name) { field in
      field.withMemoryRebound(to: CChar.self, capacity: 256) {
        FilePath.Component(platformString: $0)
      }
    }
  }
}

private func setErrno(_ value: Int32) { errno = value }
