import Platform

/// A lock on a file that cooperating processes respect.
package protocol FileLock: Sendable {
  /// Takes the lock if no process holds it in a way that excludes this, and returns whether it did.
  ///
  /// A lock that is held already changes its mode in one step: going from exclusive to shared lets
  /// no process in between.
  func attempt(_ mode: LockMode) throws(PhotoprepError) -> Bool

  /// Whether another process holds the lock in any mode.
  func isHeldElsewhere() throws(PhotoprepError) -> Bool

  /// Gives the lock up.
  func unlock() throws(PhotoprepError)

  /// Writes a holder down, for other processes' messages; an exclusive holder replaces all others.
  func note(_ holder: LockHolder) throws(PhotoprepError)

  /// The holders that wrote themselves down and may still be running, for messages only.
  func holders() -> [LockHolder]
}

/// How a lock is held.
package enum LockMode: String, Hashable, Sendable {
  /// Together with any number of other shared holders.
  case shared
  /// Alone.
  case exclusive
}

/// A process that holds a lock, as it wrote itself into the lock file.
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
  /// Takes the lock, waiting as long as another process excludes it.
  ///
  /// The wait looks again every 50 ms, so that it ends soon after the caller's wish does; a lock is
  /// held for seconds and more, so a finer step would save nothing anybody sees.
  ///
  /// - Parameters:
  ///   - mode: How to hold the lock.
  ///   - keepWaiting: Asked before each pause; `false` ends the wait.
  /// - Returns: Whether the lock is held now.
  /// - Throws: What the system says about the lock file, never that the lock is held.
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
