internal import Foundation
internal import PhotoGeometry

/// A semaphore in first-come, first-served order: as many threads work at the same time as there are jobs, while
/// others wait for a device.
package final class JobSemaphore: Sendable {
  private struct State {
    var free: Int
    /// The waiting threads, in the order in which they came.
    var queue: [DispatchSemaphore] = []
  }

  private let state: Locked<State>

  /// Makes a semaphore for `count` threads at the same time, at least 1.
  package init(count: Int) { state = Locked(State(free: count)) }

  /// Waits until this thread may work.
  package func acquire() -> JobPermit {
    let place: DispatchSemaphore? = state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return nil
      }
      let place = DispatchSemaphore(value: 0)
      state.queue.append(place)
      return place
    }
    place?.wait()
    return JobPermit(self)
  }

  /// Hands a released permit to the thread that has waited longest.
  fileprivate func pass() {
    state.withLock { state in
      if state.queue.isEmpty { state.free += 1 } else { state.queue.removeFirst().signal() }
    }
  }

  /// How many threads wait.
  var waiting: Int { state.withLock(\.queue.count) }
}

/// A thread's permit to work; releasing it again does nothing.
package final class JobPermit {
  private let semaphore: JobSemaphore
  private var isReleased = false

  fileprivate init(_ semaphore: JobSemaphore) { self.semaphore = semaphore }

  /// Lets another thread work.
  package func release() {
    if isReleased { return }
    isReleased = true
    semaphore.pass()
  }
}
