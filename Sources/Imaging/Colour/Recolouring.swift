import CPlanes
import Foundation
import PhotoGeometry

/// The way from another RGB space to sRGB for planes of luma and chroma: decision 0213.
///
/// Relative colorimetric; black is no light in both, so that its compensation changes nothing.
final class Recolouring: Sendable {
  private let terms: [Int32]

  /// Prepares the way out of a space; `nil` for primaries no light can have, whose sums would not fit.
  init?(from profile: MatrixProfile) {
    let shares = profile.primaries.map(Self.shares)
    let isSmall = (0..<3).allSatisfy { row in
      shares.map { Int($0[row].magnitude) }.reduce(0, +) < Self.mostShares
    }
    guard isSmall else { return nil }
    terms = zip(profile.light, shares).enumerated().flatMap { channel, space in
      let light = space.0.map { Int32((min(max($0, 0), 1) * Double(CPLANES_LIGHT)).rounded()) }
      let half: Int32 = channel == 2 ? 1 << (CPLANES_MATRIX_BITS - 1) : 0
      return (0..<Int(CPLANES_SAMPLES)).flatMap { place in
        let light = light[min(max(place - Int(CPLANES_BELOW), 0), 255)]
        return space.1.map { light * $0 + half } + [0]
      }
    }
  }

  /// What a row of the matrix may sum to: 15 times all light stays below 31 bits.
  private static let mostShares = 15 << Int(CPLANES_MATRIX_BITS)

  /// How much of a primary's light is red, green and blue of sRGB, in the matrix's units.
  private static func shares(of primary: [Double]) -> [Int32] {
    SRGBProfile.fromXYZ.map { row in
      let share = zip(row, primary).map { $0 * $1 }.reduce(0, +)
      return Int32((share * Double(1 << CPLANES_MATRIX_BITS)).rounded())
    }
  }

  /// Converts bands that nobody else has seen yet.
  func convert(_ bands: [PlanarPicture.Band], of size: PixelSize) {
    let planes = bands.map(\.plane)
    planes.withSamples { samples in
      terms.withUnsafeBufferPointer { terms in
        SRGBCurve.samples.withUnsafeBufferPointer { encoded in
          var way = cplanes_recolouring(terms: terms.baseAddress, encoded: encoded.baseAddress)
          cplanes_recolour(
            &way, samples[0], planes[0].stride, samples[1], samples[2], planes[1].stride,
            Int32(size.width), Int32(size.height), Int32(bands[1].across))
        }
      }
    }
  }
}
