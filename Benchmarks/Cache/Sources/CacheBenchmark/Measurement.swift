import Foundation

/// One line of the result: the measurement, the number of entries, and the speed.
struct Measurement {
  let name: String
  let entries: Int
  /// Nanoseconds of processor time for one operation, the best of several rounds.
  let nanoseconds: Double

  var line: String {
    let perSecond = 1000 / nanoseconds
    return "\(name.padding(toLength: 30, withPad: " ", startingAt: 0)) "
      + String(format: "%7d entries %8.1f ns/op %7.2f M/s", entries, nanoseconds, perSecond)
  }

  /// Runs `body` several times and keeps the best round, the one least disturbed by the machine.
  ///
  /// One call of `body` does `operations` operations and returns something that depends on them all.
  static func best(
    _ name: String, entries: Int, operations: Int, rounds: Int = 5, _ body: () -> Int
  ) -> Measurement {
    var best = Double.infinity
    for _ in 0..<rounds {
      let start = processorTime()
      let sum = body()
      let elapsed = processorTime() - start
      precondition(sum != Int.min, "The result is used, so that no round is optimised away.")
      best = min(best, elapsed / Double(operations))
    }
    return Measurement(name: name, entries: entries, nanoseconds: best)
  }
}

/// Nanoseconds this thread has run on a core; other programs do not count.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The paths of renders in an App Group container, of the length they have on a phone.
func renderPaths(_ count: Int) -> [String] {
  let group = "/private/var/mobile/Containers/Shared/AppGroup/7A3F2C41-9D0E-4B5A-8C67-1E2D3F4A5B6C"
  return (0..<count).map { number in
    let digits = String(format: "%016x", number &* 0x9E37_79B9)
    return "\(group)/WidgetWeaverImages/smart-medium-\(digits)-01234567.jpg"
  }
}

/// The numbers in `0..<count` in an order that hardware cannot predict.
func shuffledPlaces(_ count: Int, length: Int) -> [Int] {
  randomWords(length).map { Int(truncatingIfNeeded: $0 >> 33) % count }
}

/// The same pseudorandom numbers at every run: Knuth's linear congruential generator (MMIX).
private func randomWords(_ count: Int) -> [UInt64] {
  var state: UInt64 = 42
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
