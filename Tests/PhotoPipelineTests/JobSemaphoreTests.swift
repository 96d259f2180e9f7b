import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import PhotoPipeline

@Suite("Job semaphore")
struct JobSemaphoreTests {
  @Test(arguments: [1, 2, 5])
  func `as many threads work at the same time as there are permits`(count: Int) throws {
    let semaphore = JobSemaphore(count: count)
    let working = Locked(0)
    let most = Locked(0)
    try WorkerThreads(count: 3 * count).run(over: 0..<200) { number in
      let permit = semaphore.acquire()
      let now = working.counted()
      most.withLock { $0 = max($0, now) }
      sched_yield()
      working.withLock { $0 -= 1 }
      permit.release()
      // A second release frees no second permit.
      if number.isMultiple(of: 3) { permit.release() }
    } consume: {
    }
    #expect((1...count).contains(most.withLock(\.self)))
  }

  @Test func `the first to wait is served first, and one that comes back queues again`() {
    let semaphore = JobSemaphore(count: 1)
    let order = Locked<[Int]>([])
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
