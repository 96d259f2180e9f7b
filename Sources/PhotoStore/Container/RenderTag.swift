/// What tells one manual render of a photo from the next: the first 8 hexadecimal digits of the
/// SHA-256 of its bytes.
public struct RenderTag: Hashable, Sendable, LosslessStringConvertible {
  private let number: UInt32

  /// Reads 8 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: String) {
    self.init(digits: text.utf8)
  }

  /// Makes the tag of the render whose bytes have a digest.
  public init(_ digest: ContentDigest) {
    number = digest.description.utf8.prefix(8).reduce(0) {
      $0 << 4 | UInt32(Hexadecimal.value($1) ?? 0)
    }
  }

  /// Reads 8 lower-case hexadecimal digits.
  init?(digits: some Collection<UInt8>) {
    guard digits.count == 8, let number = Hexadecimal.number(digits) else { return nil }
    self.number = UInt32(number)
  }

  /// The 8 lower-case hexadecimal digits.
  public var description: String { Hexadecimal.digits(of: number, count: 8) }
}
