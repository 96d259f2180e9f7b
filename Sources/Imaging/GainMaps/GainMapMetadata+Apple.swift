import Foundation

/// Apple's own gain maps: "Applying Apple HDR effect to your photos" (developer.apple.com/documentation/appkit).
///
/// A pixel's light in the picture of high dynamic range is its light in the photo × (1 + (headroom − 1) × the light of
/// the map's sample); samples are encoded by the curve of ITU-R BT.709.
extension GainMapMetadata {
  /// The namespace of the properties in a map's XMP.
  public static let appleNamespace = "http://ns.apple.com/HDRGainMap/1.0/"

  /// Makes the equivalent metadata of ISO 21496-1, for samples that ``logarithmic(_:)`` has changed; `nil` for a
  /// headroom up to 1.
  ///
  /// The headroom is how many times brighter than in the photo the highest sample makes a pixel.
  public init?(appleHeadroom headroom: Double) {
    guard headroom > 1, let zero = Fraction(0), let one = Fraction(1),
      let most = Fraction(log2(headroom))
    else { return nil }
    self.init(
      [
        Channel(minimum: zero, maximum: most, gamma: one, baseOffset: zero, alternateOffset: zero)
      ], baseHeadroom: zero, alternateHeadroom: most)
    headroomOfLight = headroom
  }

  /// Returns a map whose samples are gains, as in ISO 21496-1: if they mean light, the first band's are replaced by
  /// the nearest gain.
  ///
  /// With the headrooms of phones, up to 8, the light changes by at most .006 stops: half a step of 255 of the highest
  /// gain.
  func logarithmic(_ picture: PlanarPicture) throws(PixelFailure) -> PlanarPicture {
    guard let headroomOfLight, let band = picture.bands.first else { return picture }
    let gains = Self.gains(headroomOfLight)
    let (from, to) = (
      band.plane, try SamplePlane(width: band.plane.width, height: band.plane.height)
    )
    [from, to].withSamples { samples in
      gains.withUnsafeBufferPointer { gains in
        for row in 0..<from.height {
          let (source, target) = (samples[0] + row * from.stride, samples[1] + row * to.stride)
          for column in 0..<from.width { target[column] = gains[Int(source[column])] }
        }
      }
    }
    return PlanarPicture(
      size: picture.size, colours: picture.colours,
      bands: [PlanarPicture.Band(plane: to)] + picture.bands.dropFirst())
  }

  /// The sample of the nearest gain, for each of Apple's samples.
  static func gains(_ headroom: Double) -> [UInt8] {
    (0...255).map { sample in
      let gain = log2(1 + (headroom - 1) * light(Double(sample) / 255)) / log2(headroom)
      return UInt8((255 * gain).rounded())
    }
  }

  /// The light of a sample, both 0…1: the inverse of ITU-R BT.709, 1.2.
  private static func light(_ sample: Double) -> Double {
    sample < 0.081 ? sample / 4.5 : pow((sample + 0.099) / 1.099, 1 / 0.45)
  }
}
