import PhotoGeometry
import Platform
package import SystemPackage

/// Workers of one program: idle ones, and new ones as needed.
///
/// Each is a separate process (decision 0603); there are as many as threads that work at the same time.
package final class WorkerPool: Sendable {
  /// A worker, and its answer to the setup.
  package typealias Ready = (worker: WorkerProcess, greeting: Message)

  private let program: WorkerProgram
  private let setup: Message
  private let idle = Locked<[WorkerProcess]>([])
  /// A worker that was started ahead of its first photo, with the setup sent.
  private let ahead = Locked<WorkerProcess?>(nil)

  /// Makes a pool of a program that answers the setup, its first message, when it is ready; nothing is started yet.
  package init(_ program: WorkerProgram, setup: Message) {
    (self.program, self.setup) = (program, setup)
  }

  /// Starts the first worker ahead of its first photo, so that it gets ready meanwhile.
  ///
  /// If that fails, ``start(_:)`` tries once more and reports the reason.
  package func startAhead(_ bounds: WorkerProcess.Bounds) {
    let worker = try? WorkerProcess(program)
    guard let worker, (try? worker.tell(setup, bounds)) != nil else { return }
    ahead.withLock { $0 = worker }
  }

  /// Takes a worker that has served before; `nil` if there is none.
  ///
  /// A worker that has ended since, or sent more than its answer, is dropped.
  package func take() -> WorkerProcess? {
    while let worker = idle.withLock({ $0.popLast() }) {
      if worker.isWaiting { return worker }
    }
    return nil
  }

  /// Returns a worker that may serve again to the pool.
  package func put(_ worker: WorkerProcess) { idle.withLock { $0.append(worker) } }

  /// Returns a worker that has not served yet, ready to serve, and its answer to the setup.
  package func start(_ bounds: WorkerProcess.Bounds) throws(WorkerFailure) -> Ready {
    if let worker = ahead.withLock({ $0.take() }) {
      do { return (worker, try worker.awaitAnswer(bounds)) } catch {
        // Unless the owner stopped it, the worker may have been killed from outside.
        if case .stopped = error { throw error }
      }
    }
    let worker = try WorkerProcess(program)
    return (worker, try worker.exchange(setup, bounds))
  }

  /// Signals every idle worker to end, without waiting for it.
  package func dismiss() {
    idle.withLock { workers in
      for worker in workers { worker.dismiss() }
    }
    ahead.withLock { $0?.dismiss() }
  }

  /// Ends every idle worker.
  package func close() {
    idle.withLock { $0 = [] }
    ahead.withLock { $0 = nil }
  }
}

/// Why a worker did not answer.
package enum WorkerFailure: Error, Sendable {
  /// The program could not be started.
  case notStarted(Errno)
  /// The process ended; with the end of its standard error, for logs only.
  case died(WorkerEnding, messages: String)
  /// There was no answer in time, and the process was ended.
  case timedOut
  /// The owner stopped waiting, and the process was ended.
  case stopped
  /// The answer could not be read, and the process was ended.
  case garbled
}

/// How a process ended.
package enum WorkerEnding: Hashable, Sendable {
  /// By itself, with this exit code.
  case exit(Int32)
  /// By a signal.
  case signal(Int32)

  /// Reads the status from `waitpid`; POSIX leaves its form open, and Linux and Darwin agree.
  init(status: Int32) {
    self = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}

extension WorkerEnding: CustomStringConvertible {
  /// For example `signal 11 (SIGSEGV)`.
  package var description: String {
    switch self {
    case .exit(let code): "exit code \(code)"
    case .signal(let number): "signal \(number)" + (Self.names[number].map { " (\($0))" } ?? "")
    }
  }

  /// The names of the signals that end a process, POSIX.1-2017 `<signal.h>`.
  private static let names: [Int32: String] = [
    SIGABRT: "SIGABRT", SIGALRM: "SIGALRM", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP",
    SIGILL: "SIGILL", SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE",
    SIGQUIT: "SIGQUIT", SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS", SIGTERM: "SIGTERM",
    SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
  ]
}
