internal import Foundation
internal import PhotoGeometry

/// The code with which one browser of the local network becomes the session's, once (decision 0711).
final class Pairing: Sendable {
  /// How many digits the code has.
  static let digitCount = 8
  /// How many wrong codes may be sent in a run: by chance one of 20,000,000 runs is opened.
  static let tryCount = 5

  /// Whether a browser can be paired, as the page reads it.
  enum State: String {
    case open
    /// A browser was paired.
    case used
    /// Too many wrong codes came.
    case closed
  }

  /// What became of a code that was sent.
  enum Outcome: Equatable {
    case paired
    case wrong(left: Int)
    /// No code counts any more.
    case ended(State)
    /// It is not of so many digits; that counts as no try.
    case malformed
  }

  /// The code's digits.
  let code: String
  private let now = Locked((state: State.open, left: Pairing.tryCount))

  /// Makes a code of the system's generator.
  init() {
    var generator = SystemRandomNumberGenerator()
    code = (0..<Self.digitCount).map { _ in String(Int.random(in: 0...9, using: &generator)) }
      .joined()
  }

  /// Whether a browser can be paired.
  var state: State { now.withLock(\.state) }

  /// Takes a code that was sent; blanks and signs among its digits do not count.
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
