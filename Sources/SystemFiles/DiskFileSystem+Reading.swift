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

  package func list(
    _ path: FilePath, after last: FilePath.Component?, limit: Int
  ) throws(SystemError) -> [FilePath.Component] {
    try attempt(.list, path) { () throws(Errno) in
      guard let folder = path.withPlatformString({ opendir($0) }) else { throw Errno.last }
      defer { closedir(folder) }
      var names = LeastNames(after: last, limit: limit)
      try forEachEntry(of: folder) { names.take($0) }
      return names.sorted()
    }
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

/// Calls `body` with each name that an open folder still has to give, in no order.
private func forEachEntry(
  of folder: DirectoryStream, _ body: (UnsafePointer<CChar>) -> Void
) throws(Errno) {
  while true {
    setErrno(0)
    guard let entry = readdir(folder) else { break }
    withUnsafePointer(to: &entry.pointee.d_name) { field in
      field.withMemoryRebound(to: CChar.self, capacity: 256) { body($0) }
    }
  }
  if errno != 0 { throw Errno.last }
}

/// The first names in the order of their bytes, picked from names that come in no order.
private struct LeastNames {
  private let last: [CChar]?
  private let limit: Int
  private var names: [Name] = []
  /// The greatest name that still counts, once there were enough.
  private var bound: [CChar]?

  private struct Name {
    let bytes: [UInt8]
    let component: FilePath.Component
  }

  init(after last: FilePath.Component?, limit: Int) {
    self.last = last.map { Self.terminated($0.bytes) }
    self.limit = limit
  }

  mutating func take(_ name: UnsafePointer<CChar>) {
    // `strcmp` compares bytes as unsigned numbers, which is the order here.
    if let last, strcmp(name, last) <= 0 { return }
    if let bound, strcmp(name, bound) > 0 { return }
    guard let component = FilePath.Component(platformString: name), component.kind == .regular
    else { return }
    names.append(Name(bytes: component.bytes, component: component))
    // Twice the limit before the greater half goes: each name is sorted a few times at most.
    if names.count / 2 >= limit { keepLeast() }
  }

  func sorted() -> [FilePath.Component] {
    var copy = self
    copy.keepLeast()
    return copy.names.map(\.component)
  }

  private mutating func keepLeast() {
    names.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    if names.count > limit { names.removeLast(names.count - limit) }
    if names.count == limit { bound = names.last.map { Self.terminated($0.bytes) } }
  }

  private static func terminated(_ bytes: [UInt8]) -> [CChar] {
    bytes.map { CChar(bitPattern: $0) } + [0]
  }
}

private func setErrno(_ value: Int32) { errno = value }
