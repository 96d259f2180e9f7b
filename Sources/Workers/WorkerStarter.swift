import Synchronization

/// Starts workers of one program, ready to serve.
///
/// A program takes long to load and to get ready. Where it can, it stays as it is then, and every
/// worker is a copy of it; otherwise the program is started anew for each.
package final class WorkerStarter: Sendable {
  private enum Way {
    case unknown
    case copies(of: WorkerProcess)
    case anew
  }

  /// A worker, and what it said first.
  package typealias Ready = (worker: WorkerProcess, greeting: Message)

  private let program: WorkerProgram
  private let setup: Message
  private let way = Mutex(Way.unknown)

  /// Makes a starter; nothing is started yet.
  ///
  /// - Parameters:
  ///   - program: What is started; it answers the setup when it is ready.
  ///   - setup: The first message to it.
  package init(_ program: WorkerProgram, setup: Message) {
    self.program = program
    self.setup = setup
  }

  /// Starts one more worker.
  ///
  /// - Parameter terms: Bounds on each step of it.
  /// - Returns: The worker and its greeting, which is the answer to the setup of a program that
  ///   makes no copies.
  /// - Throws: Why there is none.
  package func start(_ terms: WorkerProcess.Terms) throws(WorkerFailure) -> Ready {
    switch try copy(terms) {
    case .copy(let worker): return (worker, try worker.greeting(terms))
    case .itself(let ready): return ready
    case .none:
      let (process, answer) = try process(terms)
      return (process, answer.isFromCopier ? try process.serve(terms) : answer)
    }
  }

  /// Ends the process that copies are made of; workers stay.
  package func close() { way.withLock { $0 = .unknown } }

  /// The process that copies are made of, if there is one.
  var original: WorkerProcess? {
    way.withLock { if case .copies(let original) = $0 { original } else { nil } }
  }

  private func process(_ terms: WorkerProcess.Terms) throws(WorkerFailure) -> Ready {
    let process = try WorkerProcess(program)
    return (process, try process.exchange(setup, terms))
  }

  private enum Attempt: Sendable {
    case copy(WorkerProcess)
    /// The program makes no copies and serves itself.
    case itself(Ready)
    case none
  }

  /// Makes a copy, of what was started before or now.
  ///
  /// What copies are made of may have been ended from outside, so it is started once more.
  private func copy(_ terms: WorkerProcess.Terms) throws(WorkerFailure) -> Attempt {
    try way.withLock { (way) throws(WorkerFailure) in
      if case .anew = way { return .none }
      if case .copies(let original) = way {
        way = .unknown
        if let copy = try Self.copy(of: original, terms) {
          way = .copies(of: original)
          return .copy(copy)
        }
      }
      let (process, answer) = try process(terms)
      way = .anew
      guard answer.isFromCopier else { return .itself((process, answer)) }
      guard let copy = try Self.copy(of: process, terms) else { return .none }
      way = .copies(of: process)
      return .copy(copy)
    }
  }

  private static func copy(
    of original: WorkerProcess, _ terms: WorkerProcess.Terms
  ) throws(WorkerFailure) -> WorkerProcess? {
    do throws(WorkerFailure) { return try WorkerProcess(copyOf: original, terms) } catch {
      if case .stopped = error { throw error }
      return nil
    }
  }
}
