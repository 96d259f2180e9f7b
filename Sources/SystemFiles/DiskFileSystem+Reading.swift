import HostPlatform
package import SystemPackage

extension DiskFileSystem {
  package func readFile(
    at path: FilePath, limit: Int, followingLinks: Bool
  ) throws(PhotoprepError) -> FileContents {
    let file = try openRegular(path, followingLinks: followingLinks)
    let status = try regularStatus(of: file, path)
    if status.size > limit { throw .tooLarge(path, size: status.size, limit: limit) }
    // One byte more than the size shows whether a file grew meanwhile.
    let bytes = try attempt(.read, path) {
      try file.read(count: status.size + 1)
    }
    guard bytes.count > status.size else { return FileContents(bytes: bytes, status: status) }
    let rest = try attempt(.read, path) {
      try file.read(count: limit - status.size)
    }
    guard bytes.count + rest.count <= limit else {
      throw .tooLarge(path, size: bytes.count + rest.count, limit: limit)
    }
    return FileContents(bytes: bytes + rest, status: status)
  }

  package func readPrefix(of path: FilePath, count: Int) throws(PhotoprepError) -> [UInt8] {
    let file = try openRegular(path, followingLinks: false)
    let size = try regularStatus(of: file, path).size
    return try attempt(.read, path) { try file.read(count: min(count, size)) }
  }

  package func readSuffix(of path: FilePath, count: Int) throws(PhotoprepError) -> [UInt8] {
    let file = try openRegular(path, followingLinks: false)
    let size = try regularStatus(of: file, path).size
    return try attempt(.read, path) {
      try file.descriptor.seek(offset: Int64(max(0, size - count)), from: .start)
      return try file.read(count: min(count, size))
    }
  }

  package func list(
    _ path: FilePath, after last: FilePath.Component?, limit: Int
  ) throws(PhotoprepError) -> [FilePath.Component] {
    let opened = try openFolder(path, .list)
    return try attempt(.list, path) {
      // The call closes its descriptor, so it gets a duplicate.
      let copy = try opened.descriptor.duplicate()
      var names = LeastNames(after: last, limit: limit)
      let error = withUnsafeMutablePointer(to: &names) { names in
        photoprep_for_each_name(copy.rawValue, names) { names, name in
          guard let name else { return }
          names?.assumingMemoryBound(to: LeastNames.self).pointee.take(name)
        }
      }
      if error != 0 { throw Errno(rawValue: error) }
      return names.sorted()
    }
  }

  package func status(
    of path: FilePath, followingLinks: Bool
  ) throws(PhotoprepError) -> FileStatus? {
    let follows = followingLinks && !isContained(path)
    do {
      return try at(.status, path) { folder, name in
        try fileStatus(in: folder, name, followingLinks: follows)
      }
    } catch {
      // A folder of the path is missing or is not a folder.
      guard [.notFound, .notADirectory, .nameTooLong].contains(error.code) else { throw error }
      return nil
    }
  }

  package func destination(ofLink path: FilePath) throws(PhotoprepError) -> FilePath {
    try at(.status, path) { folder, name in
      // A link longer than the longest path cannot be followed.
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      try repeated { readlinkat(folder, name, &bytes, bytes.count - 1) }
      return FilePath(platformString: bytes)
    }
  }

  package func statuses(
    of names: [FilePath.Component], in folder: FilePath
  ) throws(PhotoprepError) -> [FileStatus?] {
    let file = try openFolder(folder, .status)
    return try attempt(.status, folder) {
      var statuses: [FileStatus?] = []
      statuses.reserveCapacity(names.count)
      for name in names {
        let status = try name.withPlatformString {
          try fileStatus(in: file.descriptor.rawValue, $0, followingLinks: false)
        }
        statuses.append(status)
      }
      return statuses
    }
  }

  package func realPath(of path: FilePath) throws(PhotoprepError) -> FilePath {
    try attempt(.status, path) {
      guard let real = path.withPlatformString({ realpath($0, nil) }) else { throw Errno.last }
      defer { free(real) }
      return FilePath(platformString: real)
    }
  }

  /// Opens a file without waiting for a FIFO's writer and without making a terminal the controlling one.
  private func openRegular(
    _ path: FilePath, followingLinks: Bool
  ) throws(PhotoprepError) -> OpenFile {
    var options: FileDescriptor.OpenOptions = [.nonBlocking, .init(rawValue: O_NOCTTY)]
    if !followingLinks || isContained(path) { options.insert(.noFollow) }
    return try opened(.read, path, .readOnly, options)
  }

  private func regularStatus(
    of file: borrowing OpenFile, _ path: FilePath
  ) throws(PhotoprepError) -> FileStatus {
    let status = try attempt(.read, path) { try file.status() }
    guard status.kind == .regular else { throw .notARegularFile(path, status.kind) }
    return status
  }
}

/// The first names in the order of their bytes, selected from unordered names.
private struct LeastNames {
  private let last: [CChar]?
  private let limit: Int
  /// The names, each with a NUL at its end.
  private var texts: [CChar] = []
  private var starts: [Int] = []
  /// The greatest name that is still needed, once there are enough.
  private var bound: [CChar]?

  init(after last: FilePath.Component?, limit: Int) {
    self.last = last.map { $0.bytes.map { CChar(bitPattern: $0) } + [0] }
    self.limit = limit
  }

  mutating func take(_ name: UnsafePointer<CChar>) {
    // `strcmp` compares bytes as unsigned numbers, as the order here does.
    if let last, strcmp(name, last) <= 0 { return }
    if let bound, strcmp(name, bound) > 0 { return }
    if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { return }
    starts.append(texts.count)
    texts.append(contentsOf: Self.terminated(name))
    // Twice the limit before the greater half is dropped: each name is sorted only a few times.
    if starts.count / 2 >= limit { keepLeast() }
  }

  func sorted() -> [FilePath.Component] {
    var copy = self
    copy.keepLeast()
    return copy.texts.withUnsafeBufferPointer { texts in
      copy.starts.compactMap { start in
        texts.baseAddress.flatMap { FilePath.Component(platformString: $0 + start) }
      }
    }
  }

  private mutating func keepLeast() {
    let least = texts.withUnsafeBufferPointer { [starts] texts in
      guard let base = texts.baseAddress else { return starts }
      return Array(starts.sorted { strcmp(base + $0, base + $1) < 0 }.prefix(limit))
    }
    guard least.count < starts.count else { return starts = least }
    let all = texts
    (texts, starts) = ([], [])
    all.withUnsafeBufferPointer { all in
      guard let base = all.baseAddress else { return }
      for start in least {
        starts.append(texts.count)
        texts.append(contentsOf: Self.terminated(base + start))
      }
    }
    bound = starts.last.map { Array(texts[$0...]) }
  }

  private static func terminated(_ name: UnsafePointer<CChar>) -> UnsafeBufferPointer<CChar> {
    UnsafeBufferPointer(start: name, count: strlen(name) + 1)
  }
}
