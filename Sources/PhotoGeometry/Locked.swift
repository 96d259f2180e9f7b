internal import Foundation

/// A value that one thread at a time may use.
///
/// It does what `Mutex` of the module Synchronization does, which systems before iOS 18 and macOS 15 do not have
/// (decision 0330).
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var value: Value

  /// Makes a value that is accessible only through ``withLock(_:)`` from then on.
  package init(_ value: consuming sending Value) { self.value = value }

  /// Uses the value while no other thread does; `body` must not use this lock again.
  package func withLock<Result: ~Copyable, Failure>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
