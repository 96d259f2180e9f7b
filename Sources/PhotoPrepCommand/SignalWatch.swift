internal import Dispatch
internal import Foundation
internal import PhotoPrep

/// Turns the first SIGINT or SIGTERM into a request to stop, and the second into an exit at once.
struct SignalWatch {
  private let sources: [any DispatchSourceSignal]

  init(_ interruption: Interruption) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if interruption.isRequested { _exit(ExitStatus.interrupted.rawValue) }
        interruption.request()
      }
      source.resume()
      return source
    }
  }

  /// Stops watching.
  func cancel() { sources.forEach { $0.cancel() } }
}
