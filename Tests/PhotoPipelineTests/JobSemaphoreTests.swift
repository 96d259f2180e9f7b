import Foundation
import Synchronization
import Testing

@testable import PhotoPipeline

@Suite("Job semaphore")
struct JobSemaphoreTests {
  @Test(arguments: [1, 2, 5])
  func `as many threads work at the same time as there are permits`(count: Int) throws {
    let semaphore = JobSemaphore(count: count)
    let working = Atomic(0)
    let most = Atomic(0)
    try WorkerThreads(count: 3 * count).run(over: 0..<200) { number in
      let permit = semaphore.acquire()
      let now = working.add(1, ordering: .sequentiallyConsistent).newValue
      most.max(now, ordering: .sequentiallyConsistent)
      sched_yield()
      working.subtract(1, ordering: .sequentiallyConsistent)
      permit.release()
      // A second release frees no second permit.
      if number.isMultiple(of: 3) { permit.release() }
    } consume: {
    }
    #expect((1...count).contains(most.load(ordering: .sequentiallyConsistent)))
  }

  @Test func `who waits first is first, and who comes back stands behind the others`() {
    let semaphore = JobSemaphore(count: 1)
    let order = Mutex<[Int]>([])
    let permit = semaphore.acquire()
    let ended = DispatchSemaphore(value: 0)
    for number in 0..<5 {
      Thread {
        for _ in 0..<2 {
          let permit = semaphore.acquire()
          order.withLock { $0.append(number) }
          permit.release()
        }
        ended.signal()
      }.start()
      while semaphore.waiting <= number { sched_yield() }
    }
    permit.release()
    for _ in 0..<5 { ended.wait() }
    #expect(Array(order.withLock(\.self).prefix(5)) == [0, 1, 2, 3, 4])
  }
}
