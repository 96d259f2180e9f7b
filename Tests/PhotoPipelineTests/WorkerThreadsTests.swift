import Dispatch
import HostPlatform
import PhotoGeometry
import PhotoPipeline
import Testing
import _TestSupport

@Suite("Worker threads")
struct WorkerThreadsTests {
  @Test(arguments: [1, 2, 5, 64])
  func `results come in the order of the inputs and the peak stays within the count`(count: Int)
    throws
  {
    let running = Locked(0)
    let peak = Locked(0)
    var results: [Int] = []
    try WorkerThreads(count: count).run(over: 0..<200) { input in
      let now = running.counted()
      peak.withLock { $0 = max($0, now) }
      defer { running.withLock { $0 -= 1 } }
      return input * 2
    } consume: {
      results.append($0)
    }
    #expect(results == (0..<200).map { $0 * 2 })
    #expect(peak.withLock(\.self) <= count)
  }

  @Test func `an input that hangs holds no other result back, and is reported`() throws {
    let others = DispatchSemaphore(value: 0)
    var (done, pauses): ([Int], Int) = ([], 0)
    try WorkerThreads(count: 2).run(over: 0..<10, pause: 0.01) { input in
      // Ended by what it waits for, or as one that hangs for ever would be noticed.
      if input == 0 { _ = others.wait(timeout: .now() + 60) }
      return input
    } follow: { progress in
      switch progress {
      case .done(_, let index): done.append(index)
      case .paused: pauses += 1
      }
      if done.count == 9, pauses > 0 { others.signal() }
    }
    #expect(done.last == 0 && done.dropLast().sorted() == Array(1..<10))
  }

  @Test func `inputs are read only as far ahead as promised`() throws {
    let read = Locked(0)
    var consumed = 0
    let inputs = (0..<100).lazy.map { value in
      read.withLock { $0 += 1 }
      return value
    }
    try WorkerThreads(count: 3).run(over: inputs) {
      $0
    } consume: { _ in
      #expect(
        read.withLock(\.self) - consumed <= 3 * WorkerThreads.lookAhead)
      consumed += 1
    }
    #expect(consumed == 100)
  }

  @Test func `an error of the consumer ends the run and reads no further input`() {
    struct Stop: Error {}
    let read = Locked(0)
    let inputs = (0..<1000).lazy.map { value in
      read.withLock { $0 += 1 }
      return value
    }
    #expect(throws: Stop.self) {
      try WorkerThreads(count: 2).run(over: inputs) {
        $0
      } consume: { _ in
        throw Stop()
      }
    }
    #expect(read.withLock(\.self) <= 2 * WorkerThreads.lookAhead)
  }

  @Test func `no input is no work`() throws {
    try WorkerThreads(count: 2).run(over: [Int]()) {
      $0
    } consume: { _ in
      Issue.record("There was nothing to consume.")
    }
  }

  /// Starts threads until so many are started, as a system does that has no more.
  private func starter(ofAtMost limit: Int) -> ThreadStarter {
    let started = Locked(0)
    return ThreadStarter { body in
      started.counted() <= limit ? ThreadStarter.system.start(body) : EAGAIN
    }
  }

  @Test(arguments: [1, 3])
  func `threads that cannot be started leave the work to those that were`(limit: Int) throws {
    let threads = WorkerThreads(count: 8, starter: starter(ofAtMost: limit))
    let read = Locked(0)
    let inputs = (0..<200).lazy.map { value in
      read.withLock { $0 += 1 }
      return value
    }
    var results: [Int] = []
    try threads.run(over: inputs) {
      $0
    } consume: {
      let ahead = read.withLock(\.self) - results.count
      #expect(ahead <= limit * WorkerThreads.lookAhead)
      results.append($0)
    }
    #expect(results == Array(0..<200))
  }

  @Test func `a system without any thread ends the run before an input is read`() {
    let threads = WorkerThreads(count: 8, starter: starter(ofAtMost: 0))
    let inputs = (0..<200).lazy.map { value in
      Issue.record("Input \(value) was read.")
      return value
    }
    let error = #expect(throws: ThreadShortage.self) {
      try threads.run(over: inputs) {
        $0
      } consume: { _ in
      }
    }
    #expect(
      error?.description == """
        The system started 0 of 8 threads: it says 'Resource temporarily unavailable'. End other \
        programs, or raise the limits of processes and memory with 'ulimit -u' and 'ulimit -v'.
        """)
  }
}
