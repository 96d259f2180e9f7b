internal import Dispatch
internal import Foundation
internal import PhotoGeometry
internal import PhotoPipeline

/// Turns the first SIGINT or SIGTERM into a request to stop, and the second into an exit at once.
struct SignalWatch {
  /// Requested by the first signal.
  let interruption: Interruption
  private let sources: [any DispatchSourceSignal]
  /// The first signal, or 0.
  private let told = Locked<Int32>(0)

  /// Starts watching; a signal after this returns is not lost.
  ///
  /// If no thread can be started, signals are not watched, and this does not wait for ever.
  init(_ interruption: Interruption = .telling) {
    self.interruption = interruption
    let told = told
    let ready = DispatchGroup()
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if interruption.isRequested { _exit(ExitStatus(signal: number).rawValue) }
        told.withLock { $0 = number }
        interruption.request()
      }
      ready.enter()
      source.setRegistrationHandler { ready.leave() }
      source.resume()
      return source
    }
    _ = ready.wait(timeout: .now() + .seconds(1))
  }

  /// Whether a signal was received.
  var wasTold: Bool { told.withLock(\.self) != 0 }

  /// The exit code of an interrupted command.
  var status: ExitStatus { ExitStatus(signal: told.withLock(\.self)) }

  func cancel() { sources.forEach { $0.cancel() } }
}

extension Interruption {
  /// One that says on standard error which process a command waits for.
  static var telling: Interruption { Interruption { Console.interject("photoprep: \($0)") } }
}

extension ExitStatus {
  fileprivate init(signal: Int32) { self = signal == SIGTERM ? .terminated : .interrupted }
}
