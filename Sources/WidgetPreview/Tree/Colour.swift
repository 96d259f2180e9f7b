internal import Foundation

/// An sRGB colour with its opacity; all components from 0 to 1, red, green and blue gamma-encoded.
public struct Colour: Hashable, Sendable {
  /// Red, green, blue and opacity.
  public var red, green, blue, opacity: Double

  /// Makes a colour from components from 0 to 1.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
  }

  /// No colour at all.
  public static let clear = Colour(red: 0, green: 0, blue: 0, opacity: 0)

  /// Reads `#RGB`, `#RRGGBB` or `#RRGGBBAA`; `nil` for other text.
  public init?(hex text: String) {
    var digits = text.dropFirst(text.hasPrefix("#") ? 1 : 0)
    guard text.hasPrefix("#"), digits.allSatisfy(\.isHexDigit) else { return nil }
    if digits.count == 3 { digits = Substring(digits.map { "\($0)\($0)" }.joined()) }
    if digits.count == 6 { digits += "FF" }
    guard digits.count == 8, let value = UInt32(digits, radix: 16) else { return nil }
    func part(_ shift: UInt32) -> Double { Double(value >> shift & 0xFF) / 255 }
    self.init(red: part(24), green: part(16), blue: part(8), opacity: part(0))
  }

  /// The colour as `#RRGGBB`, or `#RRGGBBAA` where it is not opaque.
  public var hex: String {
    let parts = [red, green, blue] + (opacity < 1 ? [opacity] : [])
    return "#" + parts.map { String(format: "%02X", Int(($0 * 255).rounded())) }.joined()
  }

  /// The colour on the Lock Screen: white, as opaque as the colour is light.
  ///
  /// Lightness is the weighted sum of Rec. ITU-R BT.709, item 3.2, of the encoded components.
  public var vibrant: Colour {
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return Colour(red: 1, green: 1, blue: 1, opacity: opacity * luma)
  }

  func faded(by factor: Double) -> Colour {
    Colour(red: red, green: green, blue: blue, opacity: opacity * factor)
  }
}

package struct Gradient: Hashable, Sendable {
  package enum Direction: String, CaseIterable, Hashable, Sendable {
    case vertical, horizontal
    /// From the upper leading corner to the lower trailing one.
    case diagonal
    /// In circles around the upper leading corner.
    case radial
    /// Around the middle, clockwise from the trailing edge.
    case angular
  }

  /// The colours, at least two.
  package var colours: [Colour]
  /// The place of each, 0…1, ascending; `nil` for even distances.
  package var stops: [Double]?
  package var direction: Direction
  /// Where a radial gradient ends, in points from its corner.
  package var radius: Double
  /// Whether the leading edge is the right one.
  package var isMirrored = false

  package init(
    _ colours: [Colour], stops: [Double]? = nil, direction: Direction = .vertical,
    radius: Double = 320
  ) {
    (self.colours, self.stops) = (colours, stops)
    (self.direction, self.radius) = (direction, radius)
  }

  /// The colours with their places.
  package var places: [(place: Double, colour: Colour)] {
    let count = Double(max(1, colours.count - 1))
    return colours.enumerated().map { (stops?[$0.offset] ?? Double($0.offset) / count, $0.element) }
  }
}

package enum Fill: Hashable, Sendable {
  case colour(Colour)
  case gradient(Gradient)
}
