internal import PhotoGeometry

/// The code that gives one browser of the local network the session's key, once (decision 0711).
final class Pairing: Sendable {
  static let digitCount = 8
  /// How many wrong codes are accepted in a run: guessing succeeds in one of 20,000,000 runs.
  static let tryCount = 5

  /// Whether a browser can be paired, for the page.
  enum State: String {
    case open
    case used
    /// Too many wrong codes were sent.
    case closed
  }

  enum Outcome: Equatable {
    case paired
    case wrong(left: Int)
    /// Codes are no longer accepted.
    case ended(State)
    /// It has another number of digits; that does not count as a try.
    case malformed
  }

  let code: String
  private let now = Locked((state: State.open, left: Pairing.tryCount))

  /// Makes a code from the system's random generator.
  init() {
    var generator = SystemRandomNumberGenerator()
    code = (0..<Self.digitCount).map { _ in String(Int.random(in: 0...9, using: &generator)) }
      .joined()
  }

  var state: State { now.withLock(\.state) }

  /// Takes a code; blanks and signs among its digits are ignored.
  func take(_ given: String) -> Outcome {
    let digits = given.filter { !" -\u{A0}".contains($0) }
    let isCode = digits.count == Self.digitCount && digits.allSatisfy { $0.isASCII && $0.isNumber }
    return now.withLock { now in
      guard now.state == .open else { return .ended(now.state) }
      guard isCode else { return .malformed }
      if digits == code {
        now.state = .used
        return .paired
      }
      now.left -= 1
      if now.left == 0 { now.state = .closed }
      return .wrong(left: now.left)
    }
  }
}
