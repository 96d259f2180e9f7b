import Foundation
import PhotoGeometry

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
  private let seconds = Locked(1_800_000_000.0)

  /// The time.
  var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

  /// The time, in nanoseconds since 1970-01-01 UTC.
  var nanoseconds: Int64 { Int64(seconds.withLock { $0 }) * 1_000_000_000 }

  /// Moves the time, forwards or backwards.
  func advance(by time: Double) { seconds.withLock { $0 += time } }
}
