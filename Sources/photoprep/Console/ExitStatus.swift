internal import ArgumentParser
internal import Dispatch
internal import Foundation
internal import PhotoGeometry
internal import PhotoPipeline

/// The meanings of the program's exit codes; `photoprep --help` has the same list.
enum ExitStatus: Int32 {
  case stopped = 1
  case someRejected = 2
  case iconErrors = 3
  case noStore = 10
  case storeTooNew = 11
  case needsAttention = 12
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  func exit() throws { throw ExitCode(rawValue) }

  init(_ error: any Error) {
    switch (error as? PhotoprepError)?.code {
    case .storeMissing: self = .noStore
    case .storeTooNew: self = .storeTooNew
    case .cleanupRefused: self = .needsAttention
    default: self = .stopped
    }
  }
}

/// Runs a command's work; an error that ends it is shown on standard error and becomes the exit code.
///
/// The exit code of a signal that stopped the work takes precedence, and its own error is shown in other words.
///
/// - Throws: An `ExitCode`; a `ValidationError` unchanged.
func reportingFailure<Result>(
  stoppedBy signals: SignalWatch? = nil, _ body: () throws -> Result
) throws -> Result {
  do {
    return try body()
  } catch {
    if error is ExitCode || error is ValidationError { throw error }
    guard let signals, signals.wasTold else { throw reported(error) }
    switch (error as? PhotoprepError)?.code {
    case .storeLocked, .interrupted:
      Console().message("photoprep: interrupted; run it again to go on")
    default: _ = reported(error)
    }
    throw ExitCode(signals.status.rawValue)
  }
}

/// Shows an error that ends a command on standard error and returns the exit code.
///
/// Nothing is shown when the reader of the results has gone.
func reported(_ error: any Error) -> ExitCode {
  if (error as? OutputError)?.isReaderGone != true {
    // A GitHub workflow's runner interprets '##[' anywhere as a command.
    let shown: any Error = (error as? PhotoprepError)?.forPeople ?? error
    Console().message("photoprep: \(shown)".replacing("##[", with: "##\\x5B"))
  }
  return ExitCode(ExitStatus(error).rawValue)
}

extension PhotoprepError {
  /// The same error; if it is about an internal file of the store, it names the store instead, as such a file's name
  /// means nothing to people.
  fileprivate var forPeople: PhotoprepError {
    let work = ["/.photoprep/staging/", "/.photoprep/trash/"].lazy.compactMap { path.range(of: $0) }
      .first
    return work.map { about(String(path[..<$0.lowerBound])) } ?? self
  }
}

/// Turns the first SIGINT, SIGTERM or SIGHUP into a request to stop, and the second into an exit at once.
struct SignalWatch {
  let interruption: Interruption
  /// The first signal, or 0.
  private let told = Locked<Int32>(0)

  /// The sources of signals; they last as long as the process.
  private nonisolated(unsafe) static var sources: [any DispatchSourceSignal] = []

  /// Starts watching; a signal after this returns is not lost.
  ///
  /// If no thread can be started, signals are not watched, and this does not wait for ever.
  init(_ interruption: Interruption = .telling) {
    self.interruption = interruption
    let told = told
    let ready = DispatchGroup()
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
      // 'nohup' had it ignored.
      if number == SIGHUP, before == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if interruption.isRequested { _exit(ExitStatus(signal: number).rawValue) }
        told.withLock { $0 = number }
        interruption.request()
      }
      ready.enter()
      source.setRegistrationHandler { ready.leave() }
      source.resume()
      Self.sources.append(source)
    }
    _ = ready.wait(timeout: .now() + .seconds(1))
  }

  var wasTold: Bool { told.withLock(\.self) != 0 }

  var status: ExitStatus { ExitStatus(signal: told.withLock(\.self)) }

  /// Ends the command if its work was interrupted or something was rejected, with the code for that.
  func end(interrupted: Bool, rejected: Int = 0) throws {
    if interrupted { try status.exit() }
    if rejected > 0 { try ExitStatus.someRejected.exit() }
  }
}

extension Interruption {
  /// One that says on standard error which process a command waits for.
  static var telling: Interruption { Interruption { Console().message("photoprep: \($0)") } }
}

extension ExitStatus {
  fileprivate init(signal: Int32) { self = Self(rawValue: 128 + signal) ?? .interrupted }
}
