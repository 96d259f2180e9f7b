import CPlanes
import Foundation

/// The sRGB profile that every JPEG of ours carries: an ICC version 4 display profile.
///
/// Written from its numbers because the one inside libvips has 6.9 KB; this one has under 500
/// bytes, and a curve by formula instead of a table.
enum SRGBProfile {
  /// The profile's bytes.
  ///
  /// Primaries and curve are those of ICC's sRGB profile of 2014 and IEC 61966-2-1, in units of 1/65536.
  static let bytes = DisplayProfile(
    name: "sRGB",
    primaries: [[28578, 14581, 912], [25241, 46981, 6362], [9376, 3972, 46799]], curve: curve
  ).bytes

  /// Parametric curve of type 3: 2.4, 1 ÷ 1.055, 0.055 ÷ 1.055, 1 ÷ 12.92, 0.04045.
  static let curve: [UInt8] =
    Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
    + [157286, 62119, 3417, 5072, 2651].flatMap(DisplayProfile.big)

  /// Red, green and blue from X, Y and Z under D50: the inverse of the matrix of ICC's profile.
  static let fromXYZ: [[Double]] = [
    [3.134112, -1.617392, -0.490633],
    [-0.978787, 1.916280, 0.033455],
    [0.071983, -0.228986, 1.405385],
  ]
}

/// The tone curve of sRGB: IEC 61966-2-1.
enum SRGBCurve {
  /// Linear light of a sample, both 0…1.
  static func linear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The sample of linear light, both 0…1.
  static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The 8-bit samples of every step of linear light, 0 to `CPLANES_LIGHT`.
  static let samples: [UInt8] = (0...CPLANES_LIGHT).map { light in
    UInt8((255 * encoded(Double(light) / Double(CPLANES_LIGHT))).rounded())
  }
}
