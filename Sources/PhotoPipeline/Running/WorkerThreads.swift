internal import Foundation
internal import PhotoGeometry
package import HostPlatform
internal import SystemPackage

/// A fixed number of threads that process a sequence of inputs while the caller takes the results.
///
/// Decoding, encoding and syncing block for a long time, so they run on threads of their own and
/// not on Swift's cooperative pool, which must never be blocked (decision 0003).
package struct WorkerThreads: Sendable {
  /// How many inputs are processed at the same time, at least 1; fewer if the system has no more threads.
  package let count: Int
  private let starter: ThreadStarter

  /// How many inputs per thread are read before the first of them is done.
  ///
  /// One slow photo holds back those after it, because outcomes are reported in the order of the
  /// inputs. Eight is our choice: the other threads go on for seven photos each before they have to wait.
  package static let lookAhead = 8

  /// How long a run without pauses waits, in seconds: an hour.
  private static let longPause = 3600.0

  /// Makes a description of `count` threads; none is started yet.
  package init(count: Int, starter: ThreadStarter = .system) {
    precondition(count >= 1, "\(count) threads would never start any work.")
    self.count = count
    self.starter = starter
  }

  /// Works on every input, on any of the threads, and hands each result to `consume` on the caller's, in the order of
  /// the inputs.
  ///
  /// ``lookAhead`` inputs per thread are under way at most, so memory does not depend on how many inputs there are;
  /// they are read one at a time, on the caller's thread.
  ///
  /// - Throws: Errors of `consume`. Then work in progress is finished, its results are dropped, and no further input is
  ///   read. A ``ThreadShortage``, before any input is read, if no thread can be started.
  package func run<Input: Sendable, Output: Sendable>(
    over inputs: some Sequence<Input>, work: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws -> Void
  ) throws {
    var early: [Int: Output] = [:]
    var next = 0
    try run(over: inputs, pause: Self.longPause, work: work) { progress in
      guard case .done(let output, let index) = progress else { return }
      early[index] = output
      while let output = early.removeValue(forKey: next) {
        next += 1
        try consume(output)
      }
    }
  }

  package enum Progress<Output> {
    /// The result of an input, and that input's index.
    case done(Output, index: Int)
    /// The caller had to wait for the length of a pause without a result.
    case paused
  }

  /// Works on every input and hands over each result as soon as it is there.
  ///
  /// Inputs are read one at a time, on the caller's thread, which also gets the events; `pause` is the number of
  /// seconds without a result after which it gets one.
  ///
  /// - Throws: Errors of `follow`, and a ``ThreadShortage``, as above.
  package func run<Input: Sendable, Output: Sendable>(
    over inputs: some Sequence<Input>, pause: Double, work: @escaping @Sendable (Input) -> Output,
    follow: (Progress<Output>) throws -> Void
  ) throws {
    let exchange = Exchange<Input, Output>()
    let threads = DispatchGroup()
    defer {
      exchange.close()
      threads.wait()
    }
    let started = try start(in: threads) {
      while let (index, input) = exchange.nextInput() { exchange.put(work(input), at: index) }
    }
    var done = DoneInputs()
    func advance(while mustWait: (DoneInputs) -> Bool) throws {
      while true {
        let waits = mustWait(done)
        if let (index, output) = exchange.output(waiting: waits ? pause : 0) {
          done.insert(index)
          try follow(.done(output, index: index))
        } else if waits {
          try follow(.paused)
        } else {
          return
        }
      }
    }
    var read = 0
    for input in inputs {
      exchange.put(input, at: read)
      read += 1
      try advance { read - $0.count == Self.lookAhead * started }
    }
    try advance { $0.count < read }
  }

  /// Starts as many threads as possible, at least one, and returns how many.
  private func start(
    in group: DispatchGroup, _ body: @escaping @Sendable () -> Void
  ) throws -> Int {
    for started in 0..<count {
      group.enter()
      let error = starter.start {
        body()
        group.leave()
      }
      if error != 0 {
        group.leave()
        if started == 0 { throw ThreadShortage(wanted: count, error) }
        return started
      }
    }
    return count
  }
}

private struct DoneInputs {
  /// How many are done before the first that is not.
  private(set) var count = 0
  private var beyond: Set<Int> = []

  mutating func insert(_ index: Int) {
    beyond.insert(index)
    while beyond.remove(count) != nil { count += 1 }
  }
}

/// Inputs waiting for a thread and outputs waiting for the consumer.
///
/// It is `@unchecked Sendable` because every property is read and written under `condition` only.
private final class Exchange<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var inputs: [(Int, Input)] = []
  private var outputs: [(Int, Output)] = []
  private var isClosed = false

  func put(_ input: Input, at index: Int) {
    condition.withLock {
      inputs.append((index, input))
      condition.broadcast()
    }
  }

  func put(_ output: Output, at index: Int) {
    condition.withLock {
      outputs.append((index, output))
      condition.broadcast()
    }
  }

  func close() {
    condition.withLock {
      isClosed = true
      inputs.removeAll()
      condition.broadcast()
    }
  }

  /// Waits for an input; `nil` once the exchange is closed.
  func nextInput() -> (Int, Input)? {
    condition.withLock {
      while inputs.isEmpty && !isClosed { condition.wait() }
      return inputs.isEmpty ? nil : inputs.removeFirst()
    }
  }

  /// Takes an output; `nil` when none comes within so many seconds.
  func output(waiting seconds: Double) -> (Int, Output)? {
    condition.withLock {
      let end = Date(timeIntervalSinceNow: seconds)
      while outputs.isEmpty, seconds > 0, condition.wait(until: end) {}
      return outputs.isEmpty ? nil : outputs.removeFirst()
    }
  }
}

/// How many photos are worked on at the same time.
public enum JobCount {
  /// The allowed range; our choice: 1024 is more than the cores of any machine, and systems still start some thousand
  /// threads.
  public static let range = 1...1024

  /// One per core.
  package static var standard: Int {
    min(range.upperBound, ProcessInfo.processInfo.activeProcessorCount)
  }
}

/// No thread can be started, so that no photo can be worked on.
public struct ThreadShortage: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fact, in one sentence that ends with a full stop.
  public let message: String
  /// What the reader can do about it.
  public let remedy = """
    End other programs, or raise the limits of processes and memory with 'ulimit -u' and 'ulimit -v'.
    """

  package init(wanted count: Int, _ error: CInt) {
    let fact = Errno(rawValue: error).description
    message = "The system started 0 of \(count) threads: it says '\(fact)'."
  }

  /// Message and remedy on one line.
  public var description: String { "\(message) \(remedy)" }
}

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

  var waiting: Int { state.withLock(\.queue.count) }
  /// Whether a further thread would not have to wait.
  var hasFree: Bool { state.withLock { $0.free > 0 } }
}

/// A thread's permit to work; releasing it again does nothing.
package final class JobPermit {
  private let semaphore: JobSemaphore
  private var isReleased = false

  fileprivate init(_ semaphore: JobSemaphore) { self.semaphore = semaphore }

  package func release() {
    if isReleased { return }
    isReleased = true
    semaphore.pass()
  }
}
