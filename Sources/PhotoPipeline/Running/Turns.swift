internal import Foundation
internal import Synchronization

/// Lets as many threads work at the same time as there are jobs, while others wait for the device; who
/// comes first is first.
final class Turns: Sendable {
  private struct State {
    var free: Int
    /// Who waits, in the order in which they came.
    var queue: [DispatchSemaphore] = []
  }

  private let state: Mutex<State>

  /// Makes turns for `count` threads at the same time, at least 1.
  init(count: Int) { state = Mutex(State(free: count)) }

  /// Waits for a turn.
  func take() -> Turn {
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
    return Turn(self)
  }

  /// Hands a turn that has ended to who has waited longest.
  fileprivate func pass() {
    state.withLock { state in
      if state.queue.isEmpty { state.free += 1 } else { state.queue.removeFirst().signal() }
    }
  }

  /// How many wait.
  var waiting: Int { state.withLock(\.queue.count) }
}

/// The time in which a thread may work; it ends with a call, once however often that is made.
final class Turn {
  private let turns: Turns
  private var hasEnded = false

  fileprivate init(_ turns: Turns) { self.turns = turns }

  /// Lets another thread work.
  func end() {
    if hasEnded { return }
    hasEnded = true
    turns.pass()
  }
}
