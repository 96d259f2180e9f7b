import Foundation
import PhotoGeometry

/// A clock that stands still until a test moves it.
///
/// It begins in 2036: a file on disk with a later time than the clock counts as one that may change unseen, and file
/// systems keep times until 2038 at least.
final class TestClock: Sendable {
  private let seconds = Locked(2_100_000_000.0)

  /// The time.
  var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

  /// The time, in nanoseconds since 1970-01-01 UTC.
  var nanoseconds: Int64 { Int64(seconds.withLock { $0 }) * 1_000_000_000 }

  /// Moves the time, forwards or backwards.
  func advance(by time: Double) { seconds.withLock { $0 += time } }
}
