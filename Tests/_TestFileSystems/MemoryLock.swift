import SystemFiles

/// A lock of a file system in memory.
final class MemoryLock: FileLock {
  /// Who holds one lock.
  struct Table {
    var modes: [ObjectIdentifier: LockMode] = [:]
    var noted: [LockHolder] = []
  }

  private let path: String
  private let fileSystem: MemoryFileSystem

  init(_ path: String, in fileSystem: MemoryFileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  deinit { release() }

  func attempt(_ mode: LockMode) throws(PhotoprepError) -> Bool {
    fileSystem.withLocks(path) { table in
      let others = table.modes.filter { $0.key != ObjectIdentifier(self) }.values
      guard others.allSatisfy({ $0 == .shared && mode == .shared }) else { return false }
      table.modes[ObjectIdentifier(self)] = mode
      return true
    }
  }

  func isHeldElsewhere() throws(PhotoprepError) -> Bool {
    fileSystem.withLocks(path) { table in
      table.modes.contains { $0.key != ObjectIdentifier(self) }
    }
  }

  func unlock() throws(PhotoprepError) { release() }

  func note(_ holder: LockHolder) throws(PhotoprepError) {
    let isAlone = try !isHeldElsewhere()
    fileSystem.withLocks(path) { $0.noted = (isAlone ? [] : $0.noted) + [holder] }
  }

  func holders() -> [LockHolder] { fileSystem.withLocks(path) { $0.noted } }

  private func release() {
    fileSystem.withLocks(path) { _ = $0.modes.removeValue(forKey: ObjectIdentifier(self)) }
  }
}
