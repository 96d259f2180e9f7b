/// The chunks of a PNG that define its colours: PNG third edition, 4.3 and 11.3.2.
struct PNGColourChunks {
  private let file: ByteView
  private var places: [String: Range<Int>] = [:]

  init(_ file: ByteView) { self.file = file }

  /// Stores a chunk before the pixels; of each kind the first one counts.
  mutating func note(_ type: String, _ data: Range<Int>) {
    if places[type] == nil,
      Self.sizes.contains(where: { $0 == (type, data.count) })
        || type == "iCCP"
    {
      places[type] = data
    }
  }

  private static let sizes = [
    ("cICP", 4), ("sRGB", 1), ("gAMA", 4), ("cHRM", 32), ("cLLI", 8), ("mDCV", 24),
  ]

  /// The colours that apply; `nil` for a profile, for sRGB, and without a statement.
  var stated: StatedColours? {
    if let codes { return codes }
    return places["iCCP"] == nil && places["sRGB"] == nil ? gamma : nil
  }

  /// Whether code points state sRGB's curve beside a profile, which then must not count.
  var codesReplaceProfile: Bool {
    guard let codes, places["iCCP"] != nil else { return false }
    return codes.codes.first != 2 && codes.codes.last == 13
  }

  /// Code points with full-range red, green and blue, which PNG prescribes.
  private var codes: StatedColours? {
    guard let place = places["cICP"]?.lowerBound, file.u16(at: place + 2) == 1,
      let primaries = file.u8(at: place), let transfer = file.u8(at: place + 1)
    else { return nil }
    // ITU-R BT.1886.
    var stated = StatedColours(
      primaries: primaries, transfer: transfer, video: .exponent(2.4))
    let content = number("cLLI", 0)
    stated.peak = (content > 0 ? content : number("mDCV", 16)) / 10_000
    return stated
  }

  /// An exponent, and primaries if there are any; `nil` for 1 ÷ 2.2 with the primaries of sRGB or none, which
  /// describes sRGB (11.3.2.5), and for primaries without an exponent.
  private var gamma: StatedColours? {
    let gamma = number("gAMA", 0)
    guard Self.exponents.contains(gamma),
      let space = places["cHRM"] == nil ? .sRGB : chromaticities
    else { return nil }
    let isSRGB = Self.gammaOfSRGB.contains(gamma) && space == .sRGB
    return isSRGB ? nil : StatedColours(space: space, curve: .exponent(100_000 / gamma))
  }

  /// An exponent of 1/10 to 10, our choice: others are mistakes.
  private static let exponents = 10_000.0...1_000_000
  /// 1 ÷ 2.2, rounded to two digits or more.
  private static let gammaOfSRGB = 45_000.0...46_000

  private var chromaticities: Chromaticities? {
    guard let place = places["cHRM"]?.lowerBound else { return nil }
    let points = (0..<4).map { index -> SIMD2<Double> in
      let place = place + 8 * index
      return SIMD2((0..<2).map { Double(file.u32(at: place + 4 * $0) ?? 0) / 100_000 })
    }
    guard points.allSatisfy({ $0.y > 0 }) else { return nil }
    return Chromaticities(red: points[1], green: points[2], blue: points[3], white: points[0])
  }

  private func number(_ type: String, _ offset: Int) -> Double {
    places[type].flatMap { file.u32(at: $0.lowerBound + offset) }.map(Double.init) ?? 0
  }
}
