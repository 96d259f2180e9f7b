import Foundation
import SmartCrop
import Synchronization

/// Adds up the CPU time of each stage over several analyses, on one thread.
final class StageClock: Sendable {
  private struct State {
    var last = clock()
    var milliseconds: [AnalysisStage: Double] = [:]
  }

  private let state = Mutex(State())

  /// Notes that a stage has ended.
  func end(_ stage: AnalysisStage) {
    let now = clock()
    state.withLock { state in
      let taken = Double(now - state.last) / Double(CLOCKS_PER_SEC) * 1000
      state.milliseconds[stage, default: 0] += taken
      state.last = now
    }
  }

  /// Returns the milliseconds of each stage during some work.
  func measure(_ work: () -> Void) -> [AnalysisStage: Double] {
    state.withLock { $0 = State() }
    work()
    return state.withLock { $0.milliseconds }
  }
}
