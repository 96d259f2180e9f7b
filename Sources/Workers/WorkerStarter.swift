import Synchronization

/// Starts workers of one program, ready to serve.
///
/// A program takes long to load and to get ready. Where it can, it stays as it is then, and every
/// worker is a copy of it; otherwise the program is started anew for each.
package final class WorkerStarter: Sendable {
  private enum Way {
    case unknown
    /// The process runs already and was told the setup.
    case running(WorkerProcess)
    case copies(of: WorkerProcess)
    case anew
  }

  /// A worker, and what it said first.
  package typealias Ready = (worker: WorkerProcess, greeting: Message)

  private let program: WorkerProgram
  private let setup: Message
  private let way: Mutex<Way>

  /// Makes a starter; nothing is started yet.
  ///
  /// - Parameters:
  ///   - program: What is started; it answers the setup when it is ready.
  ///   - setup: The first message to it.
  package init(_ program: WorkerProgram, setup: Message) {
    self.program = program
    self.setup = setup
    way = Mutex(.unknown)
  }

  /// Makes a starter that uses a process before it starts the program; that gets ready meanwhile.
  ///
  /// - Parameters:
  ///   - program: As above.
  ///   - setup: As above.
  ///   - running: A process that does what the program does, and was told nothing yet.
  ///   - terms: Bounds on telling it.
  package init(
    _ program: WorkerProgram, setup: Message, running: WorkerProcess, _ terms: WorkerProcess.Terms
  ) {
    self.program = program
    self.setup = setup
    do throws(WorkerFailure) {
      try running.tell(setup, terms)
      way = Mutex(.running(running))
    } catch {
      way = Mutex(.unknown)
    }
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

  /// Ends the process that copies are made of, without waiting until it is gone.
  package func dismiss() {
    way.withLock { way in
      switch way {
      case .copies(let process), .running(let process): process.dismiss()
      case .unknown, .anew: break
      }
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

  /// What runs already, or the program started anew where there is none or it has ended.
  private func first(
    _ way: inout Way, _ terms: WorkerProcess.Terms
  ) throws(WorkerFailure) -> Ready {
    guard case .running(let running) = way else { return try process(terms) }
    way = .unknown
    do throws(WorkerFailure) { return (running, try running.greeting(terms)) } catch {
      if case .stopped = error { throw error }
      return try process(terms)
    }
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
      let (process, answer) = try first(&way, terms)
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
