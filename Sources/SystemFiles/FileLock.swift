import CFiles
import HostPlatform
import SystemPackage

/// A lock on a file that cooperating processes respect.
package protocol FileLock: Sendable {
  /// Takes the lock unless another process's lock excludes it, and returns whether it did.
  ///
  /// A lock that is held already changes its mode in one step: no other process can get in between when going from
  /// exclusive to shared.
  func attempt(_ mode: LockMode) throws(PhotoprepError) -> Bool

  /// Whether another process holds the lock in any mode.
  func isHeldElsewhere() throws(PhotoprepError) -> Bool

  func unlock() throws(PhotoprepError)

  /// Stores a holder for other processes' messages; an exclusive holder replaces all others.
  func note(_ holder: LockHolder) throws(PhotoprepError)

  /// The stored holders that may still be running, for messages only.
  func holders() -> [LockHolder]
}

/// How a lock is held.
package enum LockMode: String, Hashable, Sendable {
  /// Together with any number of other shared holders.
  case shared
  /// Alone.
  case exclusive

  /// After how many microseconds a wait tries again; a store's lock is held for seconds and more, so a finer step would
  /// not be noticeable.
  package static let waitingStep: UInt32 = 50_000
}

/// A process that holds a lock, from the lock file.
package struct LockHolder: Hashable, Sendable {
  package let process: Int32
  /// When it took the lock, in seconds since 1970-01-01 UTC.
  package let since: Int

  package init(process: Int32, since: Int) {
    (self.process, self.since) = (process, since)
  }
}

extension FileLock {
  /// Takes the lock, and waits while another process excludes it, until `keepWaiting` returns `false`; returns whether
  /// it is held now.
  ///
  /// It tries again every 50 ms, so that it stops soon after the caller wants to.
  ///
  /// - Throws: The system's error about the lock file; a lock held by others is not an error.
  package func wait(
    for mode: LockMode, while keepWaiting: () -> Bool = { true }
  ) throws(PhotoprepError) -> Bool {
    while try !attempt(mode) {
      guard keepWaiting() else { return false }
      usleep(LockMode.waitingStep)
    }
    return true
  }
}

/// An advisory lock that belongs to an open file description.
///
/// Unlike a process-wide POSIX lock it is not lost when another part of the process closes the same file, and unlike
/// `flock` it works over NFS. The system drops it when the process ends, for any reason. The descriptor closes on
/// `exec`, so that a child process never keeps it (decision 0304).
final class DiskLock: FileLock {
  private let path: FilePath
  private let file: OpenFile

  /// Takes an open lock file; to note a holder it must be open for writing.
  ///
  /// - Throws: `not-a-regular-file` for anything else; `shared-file` for a file with a second name, as a holder's line
  ///   would overwrite that file's bytes too.
  init(_ path: FilePath, _ file: consuming OpenFile) throws(PhotoprepError) {
    let status = try SystemFiles.attempt(.lock, path) { try file.status() }
    guard status.kind == .regular else { throw .notARegularFile(path, status.kind) }
    guard status.nameCount == 1 else {
      throw PhotoprepError(
        .sharedFile, path: path.string,
        message:
          "The file has a second name (a hard link), under which its bytes would change too.",
        remedy: "Remove this name; the file stays under the other.")
    }
    self.path = path
    self.file = consume file
  }

  /// Closing alone would leave the lock to a child process that another thread starts, until its `exec`.
  deinit { _ = photoprep_unlock(file.descriptor.rawValue) }

  func attempt(_ mode: LockMode) throws(PhotoprepError) -> Bool {
    try held(photoprep_try_lock(file.descriptor.rawValue, mode == .exclusive))
  }

  func isHeldElsewhere() throws(PhotoprepError) -> Bool {
    try held(photoprep_is_locked_elsewhere(file.descriptor.rawValue))
  }

  func unlock() throws(PhotoprepError) {
    let error = photoprep_unlock(file.descriptor.rawValue)
    if error != 0 { throw PhotoprepError(.lock, path, Errno(rawValue: error)) }
  }

  func note(_ holder: LockHolder) throws(PhotoprepError) {
    let alone = try !isHeldElsewhere()
    try SystemFiles.attempt(.lock, path) {
      if alone { try file.descriptor.resize(to: 0) }
      try file.write(Array(holder.line.utf8))
    }
  }

  func holders() -> [LockHolder] {
    let text = try? [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = try file.descriptor.read(
        fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return String(decoding: text ?? [], as: UTF8.self)
      .split(separator: "\n").compactMap(LockHolder.init(line:))
      .filter { kill($0.process, 0) == 0 || errno != ESRCH }
  }

  private func held(_ result: photoprep_lock_result) throws(PhotoprepError) -> Bool {
    if result.error != 0 { throw PhotoprepError(.lock, path, Errno(rawValue: result.error)) }
    return result.held
  }
}

extension LockHolder {
  var line: String { "process \(process) since \(since)\n" }

  init?(line: Substring) {
    let words = line.split(separator: " ")
    guard words.count == 4, let process = Int32(words[1]), let since = Int(words[3]) else {
      return nil
    }
    self.init(process: process, since: since)
  }
}
