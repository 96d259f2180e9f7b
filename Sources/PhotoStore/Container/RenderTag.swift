/// Distinguishes manual renders of a photo: the first 8 hexadecimal digits of the
/// SHA-256 of its bytes.
public struct RenderTag: Hashable, Sendable, LosslessStringConvertible {
  private let number: UInt32

  /// Reads 8 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    self.init(digits: text.utf8)
  }

  /// Makes the tag of the render whose bytes have a digest.
  public init(_ digest: ContentDigest) {
    number = Hexadecimal.start(of: digest)
  }

  /// Reads 8 lower-case hexadecimal digits.
  init?(digits: some Collection<UInt8>) {
    guard let number: UInt32 = Hexadecimal.number(digits) else { return nil }
    self.number = number
  }

  /// The 8 lower-case hexadecimal digits.
  public var description: String { Hexadecimal.digits(of: number) }
}
