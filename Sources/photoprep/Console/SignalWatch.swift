internal import Dispatch
internal import Foundation
internal import PhotoPipeline
internal import Synchronization

/// Turns the first SIGINT or SIGTERM into a request to stop, and the second into an exit at once.
struct SignalWatch {
  private let sources: [any DispatchSourceSignal]
  private let first = First()

  /// The signal that came first.
  private final class First: Sendable {
    let number = Atomic<Int32>(0)
  }

  /// Starts watching; a signal that comes after this returns is not lost.
  ///
  /// Where no thread can be started nothing can be watched, which is no reason to wait for ever.
  init(_ interruption: Interruption) {
    let first = first
    let ready = DispatchGroup()
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if interruption.isRequested { _exit(ExitStatus(signal: number).rawValue) }
        first.number.store(number, ordering: .releasing)
        interruption.request()
      }
      ready.enter()
      source.setRegistrationHandler { ready.leave() }
      source.resume()
      return source
    }
    _ = ready.wait(timeout: .now() + .seconds(1))
  }

  /// Whether a signal came.
  var wasTold: Bool { first.number.load(ordering: .acquiring) != 0 }

  /// The exit code of a command that was told to stop.
  var status: ExitStatus { ExitStatus(signal: first.number.load(ordering: .acquiring)) }

  /// Stops watching.
  func cancel() { sources.forEach { $0.cancel() } }
}

extension ExitStatus {
  fileprivate init(signal: Int32) { self = signal == SIGTERM ? .terminated : .interrupted }
}
