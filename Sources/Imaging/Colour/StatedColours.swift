/// The meaning of red, green and blue that a file states without a profile: decision 0232.
struct StatedColours: Equatable {
  let space: Chromaticities
  let curve: ToneCurve
  /// The most light in the picture, in cd/m²; 0 if not stated.
  var peak = 0.0
  /// Primaries and curve as code points of ITU-T H.273, if stated in that form.
  var codes: [UInt8] = []

  /// The curve from a sample to light.
  enum ToneCurve: Equatable {
    case sRGB
    case exponent(Double)
    /// Perceptual quantiser and hybrid log-gamma: ITU-R BT.2100.
    case pq, hlg
  }
}

extension StatedColours {
  /// Colours by the code points of ITU-T H.273, tables 2 and 3.
  ///
  /// Code points that are not listed here, and those that mean "unspecified", count as sRGB. Video's curve (1, 6, 14
  /// and 15) is read as sRGB's in still pictures, and as BT.1886's in a PNG.
  init(primaries: Int, transfer: Int, video: ToneCurve) {
    codes = [primaries, transfer].map { UInt8(exactly: $0) ?? 2 }
    space = Self.spaces[primaries] ?? .sRGB
    curve =
      switch transfer {
      case 1, 6, 14, 15: video
      case 4: .exponent(2.2)
      case 5: .exponent(2.8)
      case 8: .exponent(1)
      case 16: .pq
      case 18: .hlg
      default: .sRGB
      }
  }

  private static let d65: SIMD2 = [0.3127, 0.3290]

  /// H.273, table 2: System M, System B and G, 525 lines, film, BT.2020, P3 with two whites, EBU 3213.
  private static let spaces: [Int: Chromaticities] = {
    let (c, lines): (SIMD2<Double>, Chromaticities) = (
      [0.310, 0.316],
      .init(red: [0.630, 0.340], green: [0.310, 0.595], blue: [0.155, 0.070], white: d65)
    )
    return [
      4: .init(red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: c),
      5: .init(red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06], white: d65),
      6: lines, 7: lines,
      8: .init(red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: c),
      9: .bt2020,
      11: .p3(white: [0.314, 0.351]), 12: .p3(white: d65),
      22: .init(red: [0.630, 0.340], green: [0.295, 0.605], blue: [0.155, 0.077], white: d65),
    ]
  }()
}

extension Chromaticities {
  /// IEC 61966-2-1, the same as ITU-R BT.709.
  static let sRGB = Chromaticities(
    red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06], white: [0.3127, 0.3290])
  /// ITU-R BT.2020 and BT.2100.
  static let bt2020 = Chromaticities(
    red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046], white: [0.3127, 0.3290])

  /// SMPTE RP 431-2 and EG 432-1.
  static func p3(white: SIMD2<Double>) -> Chromaticities {
    Chromaticities(
      red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: white)
  }
}

extension StatedColours {
  /// An equivalent profile, which names PQ and HLG by code points; `nil` for sRGB, which needs none, and for impossible
  /// colours.
  ///
  /// With `isGrey` the picture has one band instead of three; with `isNeeded` sRGB needs one too, in the place of
  /// another profile.
  func profile(isGrey: Bool = false, isNeeded: Bool = false) -> [UInt8]? {
    if curve == .sRGB, isGrey || space == .sRGB, !isNeeded { return nil }
    guard let columns = space.toD50?.columns,
      columns.allSatisfy({ column in (0..<3).allSatisfy { abs(column[$0]) <= 4 } })
    else { return nil }
    return DisplayProfile(
      name: "Stated", primaries: columns.map { Self.fixed([$0.x, $0.y, $0.z]) },
      curve: curveTag, isGrey: isGrey, others: isHighRange ? rangeTags : []
    ).bytes
  }

  /// Whether samples can be brighter than diffuse white.
  var isHighRange: Bool { curve == .pq || curve == .hlg }

  /// ICC.1:2022, cicpTag and luminanceTag.
  private var rangeTags: [(signature: String, data: [UInt8])] {
    [
      ("cicp", DisplayProfile.numbers("cicp", []) + codes + [0, 1]),
      ("lumi", DisplayProfile.numbers("XYZ ", Self.fixed([0, min(peak, 10_000), 0]))),
    ]
  }

  private var curveTag: [UInt8] {
    guard case .exponent(let exponent) = curve else { return SRGBProfile.curve }
    // A parametric curve of type 0.
    return DisplayProfile.numbers("para", [0] + Self.fixed([exponent]))
  }

  private static func fixed(_ values: [Double]) -> [Int] {
    values.map { Int(($0 * 65536).rounded()) }
  }
}

extension ColourProfile {
  /// The colours of a profile that names PQ or HLG by its code points (ICC.1:2022, cicpTag).
  var highRange: StatedColours? {
    guard let place = tag("cicp"), view.hasText("cicp", at: place),
      let primaries = view.u8(at: place + 8), let transfer = view.u8(at: place + 9)
    else { return nil }
    var colours = StatedColours(primaries: primaries, transfer: transfer, video: .sRGB)
    colours.peak = tag("lumi").flatMap { fixed(at: $0 + 12) } ?? 0
    return colours.isHighRange ? colours : nil
  }
}
