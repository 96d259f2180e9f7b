internal import PhotoGeometry
internal import HostPlatform

/// A value that a thread of its own computes while the caller goes on, where a core is free (decision 0011).
final class Future<Value: Sendable>: Sendable {
  private let compute: @Sendable () throws -> Value
  /// Locked while a thread computes, so that the other one waits.
  private let known = Locked<Result<Value, any Error>?>(nil)

  /// Starts a thread if told to.
  init(onThread hasThread: Bool, _ compute: @escaping @Sendable () throws -> Value) {
    self.compute = compute
    // If the system has no more threads, `value` computes.
    if hasThread { _ = ThreadStarter.system.start { [self] in _ = result() } }
  }

  /// Computes the value if that has not begun, else waits for it.
  func value() throws -> Value { try result().get() }

  private func result() -> Result<Value, any Error> {
    known.withLock { known in
      let result = known ?? Result { try compute() }
      known = result
      return result
    }
  }
}
