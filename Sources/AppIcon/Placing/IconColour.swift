/// An opaque colour in 8-bit sRGB.
public struct IconColour: Hashable, Sendable {
  /// The red sample, 0…255.
  public let red: UInt8
  /// The green sample, 0…255.
  public let green: UInt8
  /// The blue sample, 0…255.
  public let blue: UInt8

  /// Makes a colour of its samples.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads `#RRGGBB`, `#RGB`, either without the number sign, `white` or `black`; `nil` for other text.
  public init?(_ text: String) {
    switch text.lowercased() {
    case "white": self.init(red: 255, green: 255, blue: 255)
    case "black": self.init(red: 0, green: 0, blue: 0)
    default:
      var digits = text.hasPrefix("#") ? text.dropFirst() : Substring(text)
      if digits.count == 3 { digits = Substring(digits.flatMap { [$0, $0] }) }
      let isHex = digits.allSatisfy { $0.isASCII && $0.isHexDigit }
      guard digits.count == 6, isHex, let value = UInt32(digits, radix: 16) else { return nil }
      self.init(
        red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }
  }

  /// The samples in the order red, green, blue.
  var samples: [UInt8] { [red, green, blue] }
}

extension IconColour: CustomStringConvertible {
  /// `#RRGGBB`.
  public var description: String {
    "#" + samples.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}
