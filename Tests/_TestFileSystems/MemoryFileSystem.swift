import PhotoGeometry
package import SystemFiles
package import SystemPackage

/// A file system in memory, for tests, that also knows what a power cut leaves.
///
/// It holds files and folders with UTF-8 names, no links and no devices. Bytes are on its device
/// once their file is synchronised, names once their folder is. A lock knows shared and exclusive
/// holders of one process.
package final class MemoryFileSystem: FileSystem {
  private let state: Locked<State>

  /// Makes an empty file system, with a root folder only.
  package init() { state = Locked(State()) }

  /// Makes a file system with the same files and no locks.
  package init(copying other: MemoryFileSystem) {
    var copy = other.state.withLock { $0 }
    copy.locks = [:]
    state = Locked(copy)
  }

  struct State {
    /// The folders by their paths; the root's is empty, every other one begins with a slash.
    ///
    /// Texts, because in debug builds taking a `FilePath` apart checks it over and over.
    var folders: [String: Folder] = ["": Folder()]
    /// Every file there ever was, by its number: a name on the device may have come back to it.
    var files: [UInt64: File] = [:]
    var lastInode: UInt64 = 1
    /// The time of the next change; every change has its own, in nanoseconds.
    var time: Int64 = 1_000_000_000_000_000_000
    var locks: [String: MemoryLock.Table] = [:]
  }

  /// The names in one folder: as the process sees them and as the device has them.
  struct Folder {
    var live: [String: Node] = [:]
    var durable: [String: Node] = [:]
    var inode: UInt64 = 1
  }

  enum Node: Equatable {
    case folder
    case file(inode: UInt64)
  }

  /// What one file holds.
  struct File {
    var bytes: [UInt8] = []
    /// How many of the bytes are on the device.
    var durableCount = 0
    var modified: Int64
  }

  package func newFile(at path: FilePath) throws(PhotoprepError) -> any NewFile {
    let inode = try change(.create, path) { (state, folder, name) throws(Errno) in
      guard state.folders[folder]?.live[name] == nil else { throw .fileExists }
      let inode = state.nextInode()
      state.files[inode] = File(modified: state.tick())
      state.folders[folder]?.live[name] = .file(inode: inode)
      return inode
    }
    return MemoryFile(inode, in: self)
  }

  /// Changes a file.
  func withFile<Result>(_ inode: UInt64, _ body: (inout File?) -> Result) -> Result {
    state.withLock { body(&$0.files[inode]) }
  }

  package func place(_ path: FilePath, at target: FilePath) throws(PhotoprepError) {
    try move(path, to: target, replacing: false)
  }

  package func rename(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    try move(path, to: target, replacing: true)
  }

  package func link(_ path: FilePath, to target: FilePath) throws(PhotoprepError) {
    try change(.link, target) { (state, folder, name) throws(Errno) in
      let (oldFolder, oldName) = try state.place(path)
      guard let node = state.folders[oldFolder]?.live[oldName] else {
        throw .noSuchFileOrDirectory
      }
      guard node != .folder else { throw .notPermitted }
      guard state.folders[folder]?.live[name] == nil else { throw .fileExists }
      state.folders[folder]?.live[name] = node
    }
  }

  private func move(
    _ path: FilePath, to target: FilePath, replacing: Bool
  ) throws(PhotoprepError) {
    try change(.rename, target) { (state, folder, name) throws(Errno) in
      let (oldFolder, oldName) = try state.place(path)
      guard let node = state.folders[oldFolder]?.live[oldName] else {
        throw .noSuchFileOrDirectory
      }
      guard node != .folder, state.folders[folder]?.live[name] != .folder else {
        throw .isDirectory
      }
      guard replacing || state.folders[folder]?.live[name] == nil else { throw .fileExists }
      state.folders[oldFolder]?.live[oldName] = nil
      state.folders[folder]?.live[name] = node
    }
  }

  package func syncDirectory(at path: FilePath) throws(PhotoprepError) {
    try with(.sync, path) { (state) throws(Errno) in
      guard let folder = state.folders[path.key] else { throw .noSuchFileOrDirectory }
      state.folders[path.key]?.durable = folder.live
    }
  }

  package func list(
    _ path: FilePath, after last: FilePath.Component?, limit: Int
  ) throws(PhotoprepError) -> [FilePath.Component] {
    try with(.list, path) { (state) throws(Errno) in
      guard let folder = state.folders[path.key] else {
        throw state.node(path) == nil ? .noSuchFileOrDirectory : .notDirectory
      }
      let names = folder.live.keys.filter { name in
        last.map { $0.string.utf8.lexicographicallyPrecedes(name.utf8) } ?? true
      }
      return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(limit)
        .compactMap { Self.component($0) }
    }
  }

  package func setModified(_ path: FilePath, to modified: Int64) throws(PhotoprepError) {
    try change(.setModified, path) { (state, folder, name) throws(Errno) in
      guard case .file(let inode) = state.folders[folder]?.live[name] else {
        throw .noSuchFileOrDirectory
      }
      state.files[inode]?.modified = modified
    }
  }

  /// Sets the time of the next change, in nanoseconds since 1970-01-01 UTC.
  package func setTime(_ time: Int64) { state.withLock { $0.time = time } }

  package func removeFile(at path: FilePath) throws(PhotoprepError) {
    try change(.remove, path) { (state, folder, name) throws(Errno) in
      guard let node = state.folders[folder]?.live[name] else { throw .noSuchFileOrDirectory }
      guard node != .folder else { throw .isDirectory }
      state.folders[folder]?.live[name] = nil
    }
  }

  package func removeDirectory(at path: FilePath) throws(PhotoprepError) {
    try change(.removeDirectory, path) { (state, folder, name) throws(Errno) in
      guard let node = state.folders[folder]?.live[name] else { throw .noSuchFileOrDirectory }
      guard node == .folder else { throw .notDirectory }
      let inside = folder + "/" + name
      guard state.folders[inside]?.live.isEmpty != false else { throw .directoryNotEmpty }
      state.folders[folder]?.live[name] = nil
      state.folders[inside] = nil
    }
  }

  package func createDirectory(at path: FilePath) throws(PhotoprepError) {
    if path.key.isEmpty { return }
    try change(.createDirectory, path) { (state, folder, name) throws(Errno) in
      if let node = state.folders[folder]?.live[name] {
        guard node == .folder else { throw .fileExists }
        return
      }
      state.folders[folder]?.live[name] = .folder
      state.folders[folder + "/" + name] = Folder(inode: state.nextInode())
    }
  }

  package func lock(at path: FilePath) throws(PhotoprepError) -> any FileLock {
    if try status(of: path, followingLinks: false) == nil { try createFile(at: path, bytes: []) }
    return MemoryLock(path.key, in: self)
  }

  package func isLocked(at path: FilePath) throws(PhotoprepError) -> Bool {
    withLocks(path.key) { !$0.modes.isEmpty }
  }

  /// Changes the holders of a lock.
  func withLocks<Result>(_ path: String, _ body: (inout MemoryLock.Table) -> Result) -> Result {
    state.withLock { body(&$0.locks[path, default: MemoryLock.Table()]) }
  }
}

/// A file in memory that is being written.
private final class MemoryFile: NewFile {
  private let inode: UInt64
  private let fileSystem: MemoryFileSystem

  init(_ inode: UInt64, in fileSystem: MemoryFileSystem) {
    self.inode = inode
    self.fileSystem = fileSystem
  }

  func write(_ bytes: [UInt8]) throws(PhotoprepError) {
    fileSystem.withFile(inode) { $0?.bytes += bytes }
  }

  func byteCount() throws(PhotoprepError) -> Int {
    fileSystem.withFile(inode) { $0?.bytes.count ?? 0 }
  }

  func sync() throws(PhotoprepError) {
    fileSystem.withFile(inode) { file in
      let count = file?.bytes.count ?? 0
      file?.durableCount = count
    }
  }

  func close() throws(PhotoprepError) {}
}

extension MemoryFileSystem {
  package func readFile(
    at path: FilePath, limit: Int, followingLinks: Bool
  ) throws(PhotoprepError) -> FileContents {
    guard let status = try status(of: path, followingLinks: followingLinks) else {
      throw PhotoprepError(.read, path, .noSuchFileOrDirectory)
    }
    guard status.kind == .regular else { throw .notARegularFile(path, status.kind) }
    guard status.size <= limit else { throw .tooLarge(path, size: status.size, limit: limit) }
    return FileContents(bytes: try readPrefix(of: path, count: limit), status: status)
  }

  package func readPrefix(of path: FilePath, count: Int) throws(PhotoprepError) -> [UInt8] {
    let bytes: [UInt8]? = try with(.read, path) { (state) throws(Errno) in
      switch state.node(path) {
      case nil: throw .noSuchFileOrDirectory
      case .folder: nil
      case .file(let inode): state.files[inode]?.bytes
      }
    }
    guard let bytes else { throw .notARegularFile(path, .directory) }
    return Array(bytes.prefix(count))
  }

  package func destination(ofLink path: FilePath) throws(PhotoprepError) -> FilePath {
    try with(.status, path) { (state) throws(Errno) in
      throw state.node(path) == nil ? .noSuchFileOrDirectory : .invalidArgument
    }
  }

  package func status(
    of path: FilePath, followingLinks: Bool
  ) throws(PhotoprepError) -> FileStatus? {
    try with(.status, path) { (state) throws(Errno) in
      switch state.node(path) {
      case nil: nil
      case .folder:
        FileStatus(
          kind: .directory, size: 0, modified: 0, changed: 0,
          inode: state.folders[path.key]?.inode ?? 0, device: 1)
      case .file(let inode):
        state.files[inode].map { file in
          FileStatus(
            kind: .regular, size: file.bytes.count, modified: file.modified,
            changed: file.modified, inode: inode, device: 1)
        }
      }
    }
  }

  package func realPath(of path: FilePath) throws(PhotoprepError) -> FilePath {
    try with(.status, path) { (state) throws(Errno) in
      if state.node(path) == nil { throw .noSuchFileOrDirectory }
      return path
    }
  }
}

extension MemoryFileSystem {
  /// Loses what a power cut may lose, and every lock.
  ///
  /// Each name that is not on the device as the process saw it is either as it was there or as the
  /// process saw it, by the toss of a coin for each name alone; of bytes that are not on the device,
  /// any number of the first is left. Real file systems keep more order than that.
  package func cutPower(using generator: inout some RandomNumberGenerator) {
    state.withLock { state in
      state.locks = [:]
      for (path, folder) in state.folders.sorted(by: { $0.key < $1.key }) {
        let names = Set(folder.live.keys).union(folder.durable.keys)
        var kept: [String: Node] = [:]
        for name in names.sorted() {
          kept[name] = Bool.random(using: &generator) ? folder.live[name] : folder.durable[name]
        }
        state.folders[path]?.live = kept
        state.folders[path]?.durable = kept
      }
      state.matchFoldersToNames()
      state.loseBytes(using: &generator)
    }
  }

  /// Frees every lock, as the end of a process does.
  package func endProcess() { state.withLock { $0.locks = [:] } }

  private func with<Result>(
    _ call: SystemCall, _ path: FilePath, _ body: (inout State) throws(Errno) -> Result
  ) throws(PhotoprepError) -> Result {
    do throws(Errno) {
      return try state.withLock { (state) throws(Errno) in try body(&state) }
    } catch { throw PhotoprepError(call, path, error) }
  }

  private func change<Result>(
    _ call: SystemCall, _ path: FilePath,
    _ body: (inout State, String, String) throws(Errno) -> Result
  ) throws(PhotoprepError) -> Result {
    try with(call, path) { (state) throws(Errno) in
      let (folder, name) = try state.place(path)
      return try body(&state, folder, name)
    }
  }
}

extension MemoryFileSystem {
  /// The names that were listed before, in any of these; making one is slow in debug builds, as above.
  private static let components = Locked<[String: FilePath.Component]>([:])

  fileprivate static func component(_ name: String) -> FilePath.Component? {
    components.withLock { known in
      if let component = known[name] { return component }
      known[name] = FilePath.Component(name)
      return known[name]
    }
  }
}

extension MemoryFileSystem.State {
  mutating func nextInode() -> UInt64 {
    lastInode += 1
    return lastInode
  }

  mutating func tick() -> Int64 {
    time += 1000
    return time
  }

  /// Returns the folder a path is in, and the name it has there.
  func place(_ path: FilePath) throws(Errno) -> (folder: String, name: String) {
    guard let (folder, name) = path.key.splitAtLastSlash else { throw .fileExists }
    guard folders[folder] != nil else {
      throw hasFile(folder) ? .notDirectory : .noSuchFileOrDirectory
    }
    return (folder, name)
  }

  func node(_ path: FilePath) -> MemoryFileSystem.Node? {
    guard let (folder, name) = path.key.splitAtLastSlash else { return .folder }
    return folders[folder]?.live[name]
  }

  private func hasFile(_ key: String) -> Bool {
    key.splitAtLastSlash.map { folders[$0.folder]?.live[$0.name] != nil } ?? false
  }

  /// Shortens every file that is not whole on the device.
  mutating func loseBytes(using generator: inout some RandomNumberGenerator) {
    for (inode, file) in files.sorted(by: { $0.key < $1.key })
    where file.durableCount < file.bytes.count {
      let left = Int.random(in: file.durableCount...file.bytes.count, using: &generator)
      files[inode]?.bytes.removeLast(file.bytes.count - left)
      files[inode]?.durableCount = left
    }
  }

  /// Forgets folders whose names are gone, and makes the ones whose names came back empty.
  mutating func matchFoldersToNames() {
    for path in folders.keys.sorted() {
      guard let (parent, name) = path.splitAtLastSlash else { continue }
      if folders[parent]?.live[name] != .folder { folders[path] = nil }
    }
    for (path, folder) in folders {
      for (name, node) in folder.live where node == .folder {
        let inside = path + "/" + name
        if folders[inside] == nil { folders[inside] = MemoryFileSystem.Folder(inode: nextInode()) }
      }
    }
  }
}

extension FilePath {
  /// The path as text without a slash at its end; `.`, `..` and doubled slashes are not resolved.
  fileprivate var key: String {
    let text = string
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}

extension String {
  /// The part before the last slash and the part after it; `nil` for the root.
  fileprivate var splitAtLastSlash: (folder: String, name: String)? {
    guard let slash = lastIndex(of: "/") else { return nil }
    return (String(self[..<slash]), String(self[index(after: slash)...]))
  }
}
