import Imaging

/// A colour of an Icon Composer document, such as `display-p3:1.00000,0.50000,0.00000,1.00000` or `gray:0.9,1`.
struct ComposerColour: Hashable, Sendable {
  /// In sRGB; colours outside of it are clipped.
  var colour: RGBColour
  /// 0…1.
  var alpha: Double

  init(_ colour: RGBColour, alpha: Double = 1) { (self.colour, self.alpha) = (colour, alpha) }

  /// Reads a colour; `nil` for another form or an unknown space.
  init?(_ text: String) {
    guard let (space, numbers) = Self.parts(text), let alpha = numbers.last else { return nil }
    switch (space, numbers.count) {
    case ("srgb", 4), ("extended-srgb", 4):
      self.init(RGBColour(samples: SIMD3(numbers[..<3])), alpha: alpha)
    case ("display-p3", 4), ("extended-display-p3", 4):
      self.init(RGBColour(displayP3: SIMD3(numbers[..<3])), alpha: alpha)
    case ("gray", 2), ("extended-gray", 2):
      self.init(RGBColour(samples: SIMD3(repeating: numbers[0])), alpha: alpha)
    default: return nil
    }
  }

  /// The colour space and the numbers, of which the last is alpha: four, or two for grey; `nil` for another form.
  static func parts(_ text: String) -> (space: String, numbers: [Double])? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false)
      .compactMap { Double($0) }.filter(\.isFinite)
    let count = parts[1].count { $0 == "," } + 1
    guard numbers.count == count, count == (parts[0].hasSuffix("gray") ? 2 : 4) else { return nil }
    return (String(parts[0]), numbers)
  }
}
