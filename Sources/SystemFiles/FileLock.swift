import Platform

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
}

/// A process that holds a lock, from the lock file.
package struct LockHolder: Hashable, Sendable {
  /// The process's number.
  package let process: Int32
  /// When it took the lock, in seconds since 1970-01-01 UTC.
  package let since: Int

  /// Makes a holder from its parts.
  package init(process: Int32, since: Int) {
    self.process = process
    self.since = since
  }
}

extension FileLock {
  /// Takes the lock, and waits while another process excludes it, until `keepWaiting` returns `false`; returns whether
  /// it is held now.
  ///
  /// It tries again every 50 ms, so that it stops soon after the caller wants to; locks are held for seconds and more,
  /// so a finer step would not be noticeable.
  ///
  /// - Throws: The system's error about the lock file; a lock held by others is not an error.
  package func wait(
    for mode: LockMode, while keepWaiting: () -> Bool = { true }
  ) throws(PhotoprepError) -> Bool {
    while try !attempt(mode) {
      guard keepWaiting() else { return false }
      usleep(50_000)
    }
    return true
  }
}
