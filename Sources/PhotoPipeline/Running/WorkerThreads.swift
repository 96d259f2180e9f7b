internal import Foundation
internal import SystemPackage

/// A fixed number of threads that work on a sequence of inputs while the caller takes the results.
///
/// Decoding, encoding and syncing block for a long time, so they run on threads of their own and
/// not on Swift's cooperative pool, which must never be blocked (decision 0003).
package struct WorkerThreads: Sendable {
  /// How many inputs are worked on at the same time, at least 1; fewer where the system has no more
  /// threads.
  package let count: Int
  private let starter: ThreadStarter

  /// How many inputs per thread are read before the result of the first of them is consumed.
  ///
  /// Results are consumed in the order of the inputs, so one slow photo holds back those after it.
  /// Eight is ours: the other threads go on for seven photos each before they have to wait.
  package static let lookAhead = 8

  /// Makes a description of `count` threads; none is started yet.
  package init(count: Int, starter: ThreadStarter = .system) {
    precondition(count >= 1, "\(count) threads would never start any work.")
    self.count = count
    self.starter = starter
  }

  /// Works on every input and hands each result to `consume`, in the order of the inputs.
  ///
  /// ``lookAhead`` inputs per thread are under way at most, so memory does not depend on how many
  /// inputs there are.
  ///
  /// - Parameters:
  ///   - inputs: What to work on; read one at a time, on the caller's thread.
  ///   - work: The work for one input; called on any of the threads.
  ///   - consume: Takes one result; called on the caller's thread, one at a time.
  /// - Throws: What `consume` throws. Work that is under way is finished first, its results are
  ///   dropped, and no further input is read. A ``ThreadShortage``, before any input is read, when
  ///   there is no thread at all.
  package func run<Input: Sendable, Output: Sendable>(
    over inputs: some Sequence<Input>, work: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws -> Void
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
    var (read, consumed) = (0, 0)
    for input in inputs {
      exchange.put(input, at: read)
      read += 1
      while let output = exchange.output(
        at: consumed, wait: read - consumed == Self.lookAhead * started)
      {
        consumed += 1
        try consume(output)
      }
    }
    while consumed < read, let output = exchange.output(at: consumed, wait: true) {
      consumed += 1
      try consume(output)
    }
  }

  /// Starts as many threads as there are to be had, at least one, and returns how many.
  private func start(
    in group: DispatchGroup, _ body: @escaping @Sendable () -> Void
  ) throws(ThreadShortage) -> Int {
    for started in 0..<count {
      group.enter()
      do throws(Errno) {
        try starter.start {
          body()
          group.leave()
        }
      } catch {
        group.leave()
        if started == 0 { throw ThreadShortage(wanted: count, error) }
        return started
      }
    }
    return count
  }
}

/// Inputs waiting for a thread and outputs waiting for the consumer.
///
/// It is `@unchecked Sendable` because every property is read and written under `condition` only.
private final class Exchange<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var inputs: [(Int, Input)] = []
  private var outputs: [Int: Output] = [:]
  private var isClosed = false

  func put(_ input: Input, at index: Int) {
    condition.withLock {
      inputs.append((index, input))
      condition.broadcast()
    }
  }

  func put(_ output: Output, at index: Int) {
    condition.withLock {
      outputs[index] = output
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

  /// Takes the output of an input; `nil` when it is not there yet and waiting is not wanted.
  func output(at index: Int, wait: Bool) -> Output? {
    condition.withLock {
      while wait && outputs[index] == nil { condition.wait() }
      return outputs.removeValue(forKey: index)
    }
  }
}
