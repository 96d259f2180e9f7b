import Foundation

/// A colour by its appearance: lightness 0…1, and two opponent colours, about −0.4…0.4.
///
/// Equal distances look about equally far. The matrices are from: Björn Ottosson, A perceptual color space for image
/// processing, 2020.
struct OKLab: Hashable {
  var lightness, greenRed, blueYellow: Double
}

extension OKLab {
  /// The colour of gamma-encoded sRGB samples, 0…1.
  init(red: Double, green: Double, blue: Double) {
    let (r, g, b) = (SRGBCurve.linear(red), SRGBCurve.linear(green), SRGBCurve.linear(blue))
    let long = cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
    let middle = cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
    let short = cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
    self.init(
      lightness: 0.210_454_255_3 * long + 0.793_617_785_0 * middle - 0.004_072_046_8 * short,
      greenRed: 1.977_998_495_1 * long - 2.428_592_205_0 * middle + 0.450_593_709_9 * short,
      blueYellow: 0.025_904_037_1 * long + 0.782_771_766_2 * middle - 0.808_675_766_0 * short)
  }

  /// The chroma, 0 for a grey, 0.32 for sRGB's strongest colour.
  var chroma: Double { hypot(greenRed, blueYellow) }

  /// The distance to another colour, with a weight for differences of hue and chroma; at a weight of 1, about 0.02 is
  /// just noticeable.
  func distance(to other: OKLab, colourTimes weight: Double = 1) -> Double {
    let colours = hypot(greenRed - other.greenRed, blueYellow - other.blueYellow)
    return hypot(lightness - other.lightness, weight * colours)
  }

  /// The colour of the same hue with another lightness and chroma.
  func with(lightness: Double, chroma: Double) -> OKLab {
    let factor = self.chroma > 1e-9 ? chroma / self.chroma : 0
    return OKLab(
      lightness: lightness, greenRed: greenRed * factor, blueYellow: blueYellow * factor)
  }

  /// The colour in sRGB; with less chroma if sRGB does not have it.
  var sRGB: RGBColour {
    // Halving the interval 12 times leaves less than one step of 255.
    var (inside, outside) = (0.0, 1.0)
    if isInGamut { inside = 1 }
    for _ in 0..<12 where inside < 1 {
      let middle = (inside + outside) / 2
      if with(lightness: lightness, chroma: chroma * middle).isInGamut {
        inside = middle
      } else {
        outside = middle
      }
    }
    return RGBColour(
      linear: SIMD3(with(lightness: lightness, chroma: chroma * inside).linearLight))
  }

  private var isInGamut: Bool { linearLight.allSatisfy { (-1e-6...1 + 1e-6).contains($0) } }

  private var linearLight: [Double] {
    func cube(_ value: Double) -> Double { value * value * value }
    let long = cube(lightness + 0.396_337_777_4 * greenRed + 0.215_803_757_3 * blueYellow)
    let middle = cube(lightness - 0.105_561_345_8 * greenRed - 0.063_854_172_8 * blueYellow)
    let short = cube(lightness - 0.089_484_177_5 * greenRed - 1.291_485_548_0 * blueYellow)
    return [
      4.076_741_662_1 * long - 3.307_711_591_3 * middle + 0.230_969_929_2 * short,
      -1.268_438_004_6 * long + 2.609_757_401_1 * middle - 0.341_319_396_5 * short,
      -0.004_196_086_3 * long - 0.703_418_614_7 * middle + 1.707_614_701_0 * short,
    ]
  }
}
