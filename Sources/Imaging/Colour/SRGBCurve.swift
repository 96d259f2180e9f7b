import CPlanes
import Foundation

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

  /// The 8-bit sample of linear light, 0…1, by the nearest step.
  package static func sample(of light: Double) -> UInt8 {
    samples[Int(light * Double(CPLANES_LIGHT) + 0.5)]
  }
}
