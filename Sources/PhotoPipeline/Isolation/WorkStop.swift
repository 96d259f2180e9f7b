public import SystemPackage
internal import Workers

/// Why a photo was not processed, apart from its own fault, which is a ``Rejection``, and a failure to start workers,
/// which is an ``IsolationError`` and ends the run (decision 0341).
package enum WorkStop: Error {
  /// The run was interrupted.
  case abandoned
}

extension WorkerFailure {
  /// The error for a photo whose worker did not answer.
  func error(about path: FilePath, _ settings: IsolationSettings) -> any Error {
    switch self {
    case .notStarted: return IsolationError(settings.executable, self)
    case .stopped: return WorkStop.abandoned
    case .timedOut: return Rejection.timedOut(path, settings)
    case .garbled: return Rejection.garbled(path)
    case .died(let ending, let messages):
      let text = messages.isEmpty ? nil : messages.shownDetail
      return MemoryShortage.explains(messages)
        ? Rejection.outOfMemory(path, limit: settings.memoryLimit, detail: text)
        : Rejection.crashed(path, ending, detail: text)
    }
  }
}

extension Rejection {
  static func timedOut(_ path: FilePath, _ settings: IsolationSettings) -> Rejection {
    Rejection(
      path: path, code: "timed-out",
      message: "Working on it took longer than the limit of \(settings.secondsPerPhoto) s.",
      remedy: "Open it in a photo editor and export it again, or raise --timeout.")
  }

  static func crashed(_ path: FilePath, _ ending: WorkerEnding, detail: String?) -> Rejection {
    let isOutside = ending == .signal(9)
    return Rejection(
      path: path, code: "worker-crashed",
      message: "The process that worked on it was ended by \(ending).",
      remedy: isOutside
        ? "If the machine is short of memory, use fewer --jobs; otherwise export the photo again."
        : "Open it in a photo editor and export it again.",
      detail: detail)
  }

  static func garbled(_ path: FilePath) -> Rejection {
    Rejection(
      path: path, code: "worker-crashed",
      message: "The process that worked on it gave an invalid answer.",
      remedy: "Do not trust this file; it may have been made to do harm.")
  }

  /// The rejection of a photo that needs more memory than the limit.
  static func outOfMemory(_ path: FilePath, limit: Int, detail: String?) -> Rejection {
    Rejection(
      path: path, code: "out-of-memory",
      message: "Working on it takes more memory than the limit of \(limit >> 20) MiB.",
      remedy: "Export a smaller version, or raise --max-memory.", detail: detail)
  }
}

/// Distinguishes lack of memory from other failures by the messages of libraries.
///
/// Only for a process that works on one photo at a time; otherwise the message may be about another one.
enum MemoryShortage {
  /// In lower case: libvips and libpng; libjpeg-turbo; GLib; C++; libheif; Swift.
  private static let signs = [
    "out of memory", "insufficient memory", "failed to allocate", "bad_alloc",
    "memory allocation", "could not allocate memory",
  ]

  /// libheif's message, similar to lack of memory, for sizes that it always refuses.
  private static let refusal = "security limit exceeded"

  /// Whether a text is about lack of memory.
  static func explains(_ text: String) -> Bool {
    let text = text.lowercased()
    return !text.contains(refusal) && signs.contains { text.contains($0) }
  }
}

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
