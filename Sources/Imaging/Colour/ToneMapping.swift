import CPlanes
import Foundation

/// The conversion from PQ or HLG to sRGB: decision 0232.
///
/// Light as on a screen (ITU-R BT.2100), in BT.2020's primaries; the brightest of the three is moved along a curve,
/// and the other two by the same factor; then sRGB's primaries, clipped to their range.
struct ToneMapping {
  /// The values that the loop in C reads.
  let tables: [Float]

  /// Diffuse white in cd/m²: ITU-R BT.2408, table 1.
  private static let white = 203.0
  /// The peak of pictures that state none, in cd/m²: BT.2100's nominal peak for HLG.
  private static let nominalPeak = 1000.0

  /// Prepares the conversion; `nil` for impossible primaries.
  init?(_ colours: StatedColours) {
    guard let toXYZ = colours.space.toD50, let wideToXYZ = Chromaticities.bt2020.toD50,
      let fromXYZ = wideToXYZ.inverse, let toSRGB = Chromaticities.sRGB.toD50?.inverse
    else { return nil }
    let peak = colours.peak > 0 ? colours.peak : Self.nominalPeak
    let curve = ToneCurve(peak: peak / Self.white)
    let isHLG = colours.curve == .hlg
    let light = (0..<CPLANES_TONES).map { step in
      let sample = Double(step) / Double(CPLANES_TONES - 1)
      return isHLG ? Self.hybridLogGamma(sample) : Self.perceptualQuantiser(sample)
    }
    let gain = (0..<CPLANES_GAINS).map { curve.gain(Double($0) / Double(CPLANES_GAIN_STEPS)) }
    tables =
      ([isHLG ? Self.systemGamma - 1 : 0] + (fromXYZ * toXYZ).rows + (toSRGB * wideToXYZ).rows
      + light + gain + SRGBCurve.samples.map(Double.init)).map(Float.init)
  }

  /// Light of a sample of PQ, diffuse white as 1: BT.2100, table 4.
  private static func perceptualQuantiser(_ sample: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let power = pow(sample, 1 / m2)
    return 10_000 / white * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// The exponent of HLG's light on a screen of 1,000 cd/m²: BT.2100, table 5.
  private static let systemGamma = 1.2

  /// Light of a sample of HLG before a scene's light becomes a screen's, scaled so that the full signal becomes 1,000
  /// cd/m²: BT.2100, table 5.
  private static func hybridLogGamma(_ sample: Double) -> Double {
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    let scene = sample <= 0.5 ? sample * sample / 3 : (exp((sample - c) / a) + b) / 12
    return scene * pow(nominalPeak / white, 1 / systemGamma)
  }
}

/// The reference white tone mapping of SMPTE ST 2094-50, as Chromium shows pictures on other screens.
///
/// Light up to diffuse white is dimmed evenly, to half for a peak of 1,000 cd/m² and less for lower
/// ones; from there a quadratic Bézier curve leads to the peak, which becomes white.
private struct ToneCurve {
  /// Where the curve begins, bends and ends: light before and after.
  private let knee, middle, end: SIMD2<Double>

  /// Makes the curve of a picture whose peak is a multiple of diffuse white.
  init(peak: Double) {
    let full = log2(1000.0 / 203)
    let strength = min(max(log2(peak) / full, 0), 1)
    // How far the curve keeps its knee's slope.
    let bend = 0.65
    knee = [1, 1 - 0.5 * strength]
    end = [max(peak, 1), 1]
    middle = knee * (1 - bend) + SIMD2(knee.x * end.y / knee.y, end.y) * bend
  }

  /// The factor for light.
  func gain(_ light: Double) -> Double {
    if light <= knee.x { return knee.y }
    if light >= end.x { return end.y / light }
    // The curve's parameter, solved from its equation for light before.
    let (linear, square) = (2 * (middle.x - knee.x), knee.x - 2 * middle.x + end.x)
    let distance = light - knee.x
    let t = 2 * distance / (linear + (linear * linear + 4 * square * distance).squareRoot())
    let after = knee * (1 - t) * (1 - t) + middle * 2 * t * (1 - t) + end * t * t
    return after.y / light
  }
}
