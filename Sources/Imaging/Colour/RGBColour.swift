import CPlanes
import Foundation

/// An sRGB colour of 8 bits a channel.
public struct RGBColour: Hashable, Sendable {
  /// Red, 0…255, gamma-encoded.
  public let red: UInt8
  /// Green, 0…255, gamma-encoded.
  public let green: UInt8
  /// Blue, 0…255, gamma-encoded.
  public let blue: UInt8

  /// Makes a colour from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// 255, 255, 255.
  public static let white = RGBColour(red: 255, green: 255, blue: 255)
  /// 0, 0, 0.
  public static let black = RGBColour(red: 0, green: 0, blue: 0)
}

extension RGBColour: CustomStringConvertible {
  /// The colour as six hexadecimal digits after a hash sign, such as `#1A2B3C`.
  public var description: String { String(format: "#%02X%02X%02X", red, green, blue) }

  /// Reads a colour of six hexadecimal digits, with or without a hash sign; `nil` for other text.
  public init?(_ text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    self.init(
      red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }
}

/// How distinct two colours are: WCAG 2.2, relative luminance and contrast ratio.
package enum Contrast {
  /// The relative luminance of linear light, all 0…1.
  package static func luminance(red: Double, green: Double, blue: Double) -> Double {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  /// The contrast ratio of two luminances of 0…1 in any order; 1…21.
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

  /// Makes the sRGB colour nearest to one of Display P3, 0…1 and gamma-encoded by sRGB's curve, by clipping colours
  /// outside sRGB.
  package init(displayP3: SIMD3<Double>) {
    let light = SIMD3((0..<3).map { SRGBCurve.linear(min(max(displayP3[$0], 0), 1)) })
    self.init(linear: Self.fromP3 * light)
  }

  /// Makes a colour from gamma-encoded samples of 0…1; other values are clipped.
  package init(samples: SIMD3<Double>) {
    let bytes = (0..<3).map { UInt8((min(max(samples[$0], 0), 1) * 255).rounded()) }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
  }

  /// Makes a colour from light of 0…1; other values are clipped.
  init(linear: SIMD3<Double>) {
    self.init(samples: SIMD3((0..<3).map { SRGBCurve.encoded(min(max(linear[$0], 0), 1)) }))
  }

  /// Both spaces have the white D65, so nothing is adapted.
  private static let fromP3: Matrix3 = {
    let wide = Chromaticities.p3(white: Chromaticities.sRGB.white).toXYZ
    let back = Chromaticities.sRGB.toXYZ?.inverse
    // The primaries of both are constants that are not on one line.
    guard let wide, let back else { preconditionFailure("Primaries are on a line.") }
    return back * wide
  }()
}

/// The tone curve of sRGB: IEC 61966-2-1.
package enum SRGBCurve {
  /// Linear light of a sample, both 0…1.
  package static func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The sample of linear light, both 0…1.
  package static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The 8-bit samples of every step of linear light, 0 to `CPLANES_LIGHT`.
  static let samples: [UInt8] = (0...CPLANES_LIGHT).map { light in
    UInt8((255 * encoded(Double(light) / Double(CPLANES_LIGHT))).rounded())
  }

  /// Linear light, 0…1, of each 8-bit sample.
  package static let light = (0...255).map { Float(linear(Double($0) / 255)) }

  /// The nearest 8-bit sample of linear light; outside 0…1 it is clipped.
  package static func sample(nearest light: Float) -> UInt8 {
    UInt8((255 * encoded(Double(min(max(light, 0), 1)))).rounded())
  }

  /// The 8-bit sample of linear light, 0…1, by the nearest step.
  package static func sample(of light: Double) -> UInt8 {
    samples[Int(light * Double(CPLANES_LIGHT) + 0.5)]
  }
}
