internal import Dispatch
internal import Foundation
internal import PhotoPrep
internal import Synchronization

/// Turns the first SIGINT or SIGTERM into a request to stop, and the second into an exit at once.
struct SignalWatch {
  private let sources: [any DispatchSourceSignal]
  private let first = First()

  /// The signal that came first.
  private final class First: Sendable {
    let number = Atomic<Int32>(0)
  }

  init(_ interruption: Interruption) {
    let first = first
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if interruption.isRequested { _exit(ExitStatus(signal: number).rawValue) }
        first.number.store(number, ordering: .releasing)
        interruption.request()
      }
      source.resume()
      return source
    }
  }

  /// The exit code of a command that was told to stop.
  var status: ExitStatus { ExitStatus(signal: first.number.load(ordering: .acquiring)) }

  /// Stops watching.
  func cancel() { sources.forEach { $0.cancel() } }
}

extension ExitStatus {
  fileprivate init(signal: Int32) { self = signal == SIGTERM ? .terminated : .interrupted }
}
