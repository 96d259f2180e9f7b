public import SystemPackage
internal import Workers

/// No worker process can be started, so no photo can be prepared.
public struct IsolationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program to run as a worker.
  public let executable: FilePath
  /// The fact, in one sentence that ends with a full stop.
  public let message: String
  /// What the reader can do about it.
  public let remedy: String

  init(_ executable: FilePath, _ failure: WorkerFailure) {
    self.executable = executable
    remedy = "Use --in-process to do without worker processes."
    message =
      switch failure {
      case .notStarted(let errno):
        "The worker process cannot be started: the system says '\(errno.description)'."
      case .died(let ending, let messages):
        "The worker process was ended by \(ending) before its first photo."
          + (messages.isEmpty ? "" : " It said: \(messages.shownDetail)")
      case .timedOut: "The worker process did not get ready in time."
      case .stopped, .garbled: "The worker process is not one of this program."
      }
  }

  /// Program, message and remedy on one line.
  public var description: String { "\(executable.displayText): \(message) \(remedy)" }
}
