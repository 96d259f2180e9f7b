internal import Foundation
internal import PhotoGeometry
internal import Platform

/// A value that a thread of its own computes while the caller goes on, where a core is free (decision 0011).
final class Future<Value: Sendable>: Sendable {
  private let compute: @Sendable () throws -> Value
  private let isTaken = Locked(false)
  private let result = Locked<Result<Value, any Error>?>(nil)
  private let computing = DispatchGroup()

  /// Starts a thread if told to.
  init(onThread hasThread: Bool, _ compute: @escaping @Sendable () throws -> Value) {
    self.compute = compute
    computing.enter()
    // If the system has no more threads, `value` computes.
    if hasThread { _ = ThreadStarter.system.start { [self] in run() } }
  }

  /// Computes the value if that has not begun, else waits for it.
  ///
  /// - Throws: What computing it threw.
  func value() throws -> Value {
    run()
    computing.wait()
    guard let result = result.withLock(\.self) else {
      preconditionFailure("Nobody leaves the group without a result.")
    }
    return try result.get()
  }

  private func run() {
    let isOthers = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return isTaken
    }
    if isOthers { return }
    let computed = Result { try compute() }
    result.withLock { $0 = computed }
    computing.leave()
  }
}
