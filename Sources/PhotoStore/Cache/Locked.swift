public import Foundation

/// A value that is reached only while its lock is held.
///
/// Built on `NSLock` and not on `Mutex`, because the thread sanitizer sees only the former on
/// Linux: see decision 0500. The lock is not recursive.
@usableFromInline
package final class Locked<State: Sendable & ~Copyable>: Sendable {
  @usableFromInline let lock = NSLock()
  /// Where the value is; a stored property would have every access checked for overlap, which the
  /// lock rules out.
  @usableFromInline nonisolated(unsafe) let place: UnsafeMutablePointer<State>

  /// Makes a lock around a value.
  package init(_ state: consuming State) {
    place = .allocate(capacity: 1)
    place.initialize(to: state)
  }

  deinit {
    place.deinitialize(count: 1)
    place.deallocate()
  }

  /// Returns what `body` returns, which has the value to itself meanwhile.
  @inlinable package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&place.pointee)
  }
}
