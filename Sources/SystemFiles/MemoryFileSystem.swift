package import SystemPackage
import Synchronization

/// A file system in memory, for tests, that also knows what a power cut leaves.
///
/// It holds files and folders, no links and no devices. Bytes are on its device as soon as a file is
/// made; names are there once their folder is synchronised. A lock knows shared and exclusive
/// holders of one process.
package final class MemoryFileSystem: FileSystem {
  private let state: Mutex<State>

  /// Makes an empty file system, with a root folder only.
  package init() { state = Mutex(State()) }

  struct State {
    var folders: [FilePath: Folder] = ["/": Folder()]
    var lastInode: UInt64 = 1
    /// The time of the next change; every change has its own, in nanoseconds.
    var time: Int64 = 1_000_000_000_000_000_000
    var locks: [FilePath: MemoryLock.Table] = [:]
  }

  /// The names in one folder: as the process sees them and as the device has them.
  struct Folder {
    var live: [FilePath.Component: Node] = [:]
    var durable: [FilePath.Component: Node] = [:]
    var inode: UInt64 = 1
  }

  enum Node: Equatable {
    case folder
    case file(bytes: [UInt8], inode: UInt64, modified: Int64)
  }

  package func createFile(at path: FilePath, bytes: [UInt8]) throws(SystemError) {
    try change(.create, path) { (state, folder, name) throws(Errno) in
      guard state.folders[folder]?.live[name] == nil else { throw .fileExists }
      let node = Node.file(bytes: bytes, inode: state.nextInode(), modified: state.tick())
      state.folders[folder]?.live[name] = node
    }
  }

  package func rename(_ path: FilePath, to target: FilePath) throws(SystemError) {
    try change(.rename, target) { (state, folder, name) throws(Errno) in
      let (oldFolder, oldName) = try state.place(path)
      guard let node = state.folders[oldFolder]?.live[oldName] else {
        throw .noSuchFileOrDirectory
      }
      guard node != .folder, state.folders[folder]?.live[name] != .folder else {
        throw .isDirectory
      }
      state.folders[oldFolder]?.live[oldName] = nil
      state.folders[folder]?.live[name] = node
    }
  }

  package func syncDirectory(at path: FilePath) throws(SystemError) {
    try with(.sync, path) { (state) throws(Errno) in
      guard let folder = state.folders[path.lexicallyNormalized()] else {
        throw .noSuchFileOrDirectory
      }
      state.folders[path.lexicallyNormalized()]?.durable = folder.live
    }
  }

  package func list(_ path: FilePath) throws(SystemError) -> [FilePath.Component] {
    try with(.list, path) { (state) throws(Errno) in
      guard let folder = state.folders[path.lexicallyNormalized()] else {
        throw try state.node(path) == nil ? .noSuchFileOrDirectory : .notDirectory
      }
      return folder.live.keys.map { ($0.bytes, $0) }
        .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }
  }

  package func removeFile(at path: FilePath) throws(SystemError) {
    try change(.remove, path) { (state, folder, name) throws(Errno) in
      guard let node = state.folders[folder]?.live[name] else { throw .noSuchFileOrDirectory }
      guard node != .folder else { throw .isDirectory }
      state.folders[folder]?.live[name] = nil
    }
  }

  package func removeDirectory(at path: FilePath) throws(SystemError) {
    try change(.removeDirectory, path) { (state, folder, name) throws(Errno) in
      guard let node = state.folders[folder]?.live[name] else { throw .noSuchFileOrDirectory }
      guard node == .folder else { throw .notDirectory }
      let inside = folder.appending(name)
      guard state.folders[inside]?.live.isEmpty != false else { throw .directoryNotEmpty }
      state.folders[folder]?.live[name] = nil
      state.folders[inside] = nil
    }
  }

  package func createDirectory(at path: FilePath) throws(SystemError) {
    if path.lexicallyNormalized() == "/" { return }
    try change(.createDirectory, path) { (state, folder, name) throws(Errno) in
      if let node = state.folders[folder]?.live[name] {
        guard node == .folder else { throw .fileExists }
        return
      }
      state.folders[folder]?.live[name] = .folder
      state.folders[folder.appending(name)] = Folder(inode: state.nextInode())
    }
  }

  package func lock(at path: FilePath) throws(SystemError) -> any FileLock {
    if try status(of: path, followingLinks: false) == nil { try createFile(at: path, bytes: []) }
    return MemoryLock(path.lexicallyNormalized(), in: self)
  }

  /// Changes the holders of a lock.
  func withLocks<Result>(_ path: FilePath, _ body: (inout MemoryLock.Table) -> Result) -> Result {
    state.withLock { body(&$0.locks[path, default: MemoryLock.Table()]) }
  }
}

extension MemoryFileSystem {
  package func readFile(
    at path: FilePath, limit: Int, followingLinks: Bool
  ) throws(SystemError) -> FileContents {
    guard let status = try status(of: path, followingLinks: followingLinks) else {
      throw SystemError(.read, path, .noSuchFileOrDirectory)
    }
    guard status.kind == .regular else { throw .notARegularFile(path, status.kind) }
    guard status.size <= limit else { throw .tooLarge(path, size: status.size, limit: limit) }
    return FileContents(bytes: try readPrefix(of: path, count: limit), status: status)
  }

  package func readPrefix(of path: FilePath, count: Int) throws(SystemError) -> [UInt8] {
    let node = try with(.read, path) { (state) throws(Errno) in
      guard let node = try state.node(path) else { throw .noSuchFileOrDirectory }
      return node
    }
    guard case .file(let bytes, _, _) = node else { throw .notARegularFile(path, .directory) }
    return Array(bytes.prefix(count))
  }

  package func status(
    of path: FilePath, followingLinks: Bool
  ) throws(SystemError) -> FileStatus? {
    try with(.status, path) { (state) throws(Errno) in
      switch try state.node(path) {
      case nil: nil
      case .folder:
        FileStatus(
          kind: .directory, size: 0, modified: 0, changed: 0,
          inode: state.folders[path.lexicallyNormalized()]?.inode ?? 0, device: 1)
      case .file(let bytes, let inode, let modified):
        FileStatus(
          kind: .regular, size: bytes.count, modified: modified, changed: modified, inode: inode,
          device: 1)
      }
    }
  }
}

extension MemoryFileSystem {
  /// Loses what a power cut may lose, and every lock.
  ///
  /// Each name that is not on the device as the process saw it is either as it was there or as the
  /// process saw it, by the toss of a coin for each name alone. Real file systems keep more order
  /// than that.
  package func cutPower(using generator: inout some RandomNumberGenerator) {
    state.withLock { state in
      state.locks = [:]
      for (path, folder) in state.folders.sorted(by: { $0.key.string < $1.key.string }) {
        let names = Set(folder.live.keys).union(folder.durable.keys)
        var kept: [FilePath.Component: Node] = [:]
        for name in names.sorted(by: { $0.string < $1.string }) {
          kept[name] = Bool.random(using: &generator) ? folder.live[name] : folder.durable[name]
        }
        state.folders[path]?.live = kept
        state.folders[path]?.durable = kept
      }
      state.matchFoldersToNames()
    }
  }

  /// Frees every lock, as the end of a process does.
  package func endProcess() { state.withLock { $0.locks = [:] } }

  private func with<Result>(
    _ call: SystemCall, _ path: FilePath, _ body: (inout State) throws(Errno) -> Result
  ) throws(SystemError) -> Result {
    do throws(Errno) {
      return try state.withLock { (state) throws(Errno) in try body(&state) }
    } catch { throw SystemError(call, path, error) }
  }

  private func change(
    _ call: SystemCall, _ path: FilePath,
    _ body: (inout State, FilePath, FilePath.Component) throws(Errno) -> Void
  ) throws(SystemError) {
    try with(call, path) { (state) throws(Errno) in
      let (folder, name) = try state.place(path)
      try body(&state, folder, name)
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
  func place(_ path: FilePath) throws(Errno) -> (FilePath, FilePath.Component) {
    let path = path.lexicallyNormalized()
    guard let name = path.lastComponent else { throw .fileExists }
    let folder = path.removingLastComponent()
    guard folders[folder] != nil else {
      throw try node(folder) == nil ? .noSuchFileOrDirectory : .notDirectory
    }
    return (folder, name)
  }

  func node(_ path: FilePath) throws(Errno) -> MemoryFileSystem.Node? {
    let path = path.lexicallyNormalized()
    guard let name = path.lastComponent else { return .folder }
    return folders[path.removingLastComponent()]?.live[name]
  }

  /// Forgets folders whose names are gone, and makes the ones whose names came back empty.
  mutating func matchFoldersToNames() {
    for path in folders.keys.sorted(by: { $0.string < $1.string }) where path != "/" {
      let parent = folders[path.removingLastComponent()]
      let isThere = path.lastComponent.map { parent?.live[$0] == .folder } ?? false
      if !isThere { folders[path] = nil }
    }
    for (path, folder) in folders {
      for (name, node) in folder.live where node == .folder {
        let inside = path.appending(name)
        if folders[inside] == nil { folders[inside] = MemoryFileSystem.Folder(inode: nextInode()) }
      }
    }
  }
}
