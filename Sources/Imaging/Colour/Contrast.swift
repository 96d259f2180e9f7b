/// How well two colours can be told apart: WCAG 2.2, relative luminance and contrast ratio.
package enum Contrast {
  /// The relative luminance of linear light, all 0…1.
  package static func luminance(red: Double, green: Double, blue: Double) -> Double {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  /// The contrast ratio of two luminances of 0…1; 1…21, whichever comes first.
  package static func ratio(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }
}

extension RGBColour {
  /// The contrast ratio with another colour, 1…21.
  func contrast(with other: RGBColour) -> Double { Contrast.ratio(luminance, other.luminance) }

  /// The relative luminance, 0…1.
  private var luminance: Double {
    func light(_ sample: UInt8) -> Double { SRGBCurve.linear(Double(sample) / 255) }
    return Contrast.luminance(red: light(red), green: light(green), blue: light(blue))
  }
}
