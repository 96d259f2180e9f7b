/// A photo's name: the first 16 hexadecimal digits of the SHA-256 of its bytes.
///
/// Two different photos of a million share a name with a chance below 3·10⁻⁸ (n² ÷ 2⁶⁵).
public struct PhotoID: Hashable, Sendable, LosslessStringConvertible {
  private let number: UInt64

  /// Reads 16 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    self.init(digits: text.utf8)
  }

  /// Makes the name of the photo with a digest.
  public init(_ digest: ContentDigest) {
    number = Hexadecimal.start(of: digest)
  }

  /// Reads 16 lower-case hexadecimal digits.
  init?(digits: some Collection<UInt8>) {
    guard let number: UInt64 = Hexadecimal.number(digits) else { return nil }
    self.number = number
  }

  /// The 16 lower-case hexadecimal digits.
  public var description: String { Hexadecimal.digits(of: number) }
}

extension PhotoID: Comparable {
  /// Whether one name sorts before another, as numbers and as texts alike.
  public static func < (left: PhotoID, right: PhotoID) -> Bool { left.number < right.number }
}
