/// The SHA-256 of a file's bytes.
public struct ContentDigest: Hashable, Sendable, LosslessStringConvertible {
  /// The digest as 64 lower-case hexadecimal digits.
  public let description: String

  /// Reads 64 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ Hexadecimal.value($0) != nil }) else {
      return nil
    }
    description = text
  }
}
