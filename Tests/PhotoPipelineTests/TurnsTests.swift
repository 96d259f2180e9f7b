import Foundation
import Synchronization
import Testing

@testable import PhotoPipeline

@Suite("Turns")
struct TurnsTests {
  @Test(arguments: [1, 2, 5])
  func `as many threads work at the same time as there are turns`(count: Int) throws {
    let turns = Turns(count: count)
    let working = Atomic(0)
    let most = Atomic(0)
    try WorkerThreads(count: 3 * count).run(over: 0..<200) { number in
      let turn = turns.take()
      let now = working.add(1, ordering: .sequentiallyConsistent).newValue
      most.max(now, ordering: .sequentiallyConsistent)
      sched_yield()
      working.subtract(1, ordering: .sequentiallyConsistent)
      turn.end()
      // A second end gives no second turn away.
      if number.isMultiple(of: 3) { turn.end() }
    } consume: {
    }
    #expect((1...count).contains(most.load(ordering: .sequentiallyConsistent)))
  }

  @Test func `who waits first is first, and who comes back stands behind the others`() {
    let turns = Turns(count: 1)
    let order = Mutex<[Int]>([])
    let turn = turns.take()
    let ended = DispatchSemaphore(value: 0)
    for number in 0..<5 {
      Thread {
        for _ in 0..<2 {
          let turn = turns.take()
          order.withLock { $0.append(number) }
          turn.end()
        }
        ended.signal()
      }.start()
      while turns.waiting <= number { sched_yield() }
    }
    turn.end()
    for _ in 0..<5 { ended.wait() }
    #expect(Array(order.withLock(\.self).prefix(5)) == [0, 1, 2, 3, 4])
  }
}
