import Platform
package import SystemPackage

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
