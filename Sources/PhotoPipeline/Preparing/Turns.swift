internal import Foundation

/// Lets as many threads work at the same time as there are jobs, while others wait for the device.
final class Turns: Sendable {
  private let free: DispatchSemaphore

  /// Makes turns for `count` threads at the same time, at least 1.
  init(count: Int) { free = DispatchSemaphore(value: count) }

  /// Waits for a turn.
  func take() -> Turn {
    free.wait()
    return Turn(free)
  }
}

/// The time in which a thread may work; it ends with a call, once however often that is made.
final class Turn {
  private let free: DispatchSemaphore
  private var hasEnded = false

  fileprivate init(_ free: DispatchSemaphore) { self.free = free }

  /// Lets another thread work.
  func end() {
    if hasEnded { return }
    hasEnded = true
    free.signal()
  }
}

extension PrepRequest {
  /// How many photos are worked on at the same time.
  var jobCount: Int { jobs ?? JobCount.standard }

  /// Two threads a job: each job has one photo that is worked on and one that waits for the device.
  var threads: WorkerThreads { WorkerThreads(count: 2 * jobCount) }
}
