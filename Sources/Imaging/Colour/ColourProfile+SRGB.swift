import Foundation

/// Recognises sRGB by its numbers (IEC 61966-2-1), so that pictures in it are not converted.
extension ColourProfile {
  /// Whether the profile's primaries are sRGB's to 0.002 and its curves to 0.003, of 1.
  ///
  /// Half a step of 8 bits is 0.002 where the curve is steepest, and profiles that claim to be sRGB differ from each
  /// other by less than both tolerances.
  var isSRGB: Bool {
    guard space == "RGB", tag("A2B0") == nil, highRange == nil else { return false }
    return hasPrimaries(SRGBProfile.primaries, within: 0.002)
      && ["rTRC", "gTRC", "bTRC"].allSatisfy { tag($0).map(hasCurve) ?? false }
  }

  private func hasCurve(at offset: Int) -> Bool {
    (0...32).allSatisfy { step in
      let value = Double(step) / 32
      return curve(at: offset, of: value).map { abs($0 - SRGBCurve.linear(value)) < 0.003 } ?? false
    }
  }

  /// A tag's tone curve at one value: a table, or parametric type 3 (ICC.1:2022, 10.6 and 10.18).
  private func curve(at offset: Int, of value: Double) -> Double? {
    if view.hasText("para", at: offset) { return parametric(at: offset, of: value) }
    guard view.hasText("curv", at: offset), let count = view.u32(at: offset + 8), count >= 256
    else { return nil }
    let place = Int((value * Double(count - 1)).rounded())
    // Compared with the curve at the table's own place, moved by the curve's slope to the requested value.
    let shift = SRGBCurve.linear(value) - SRGBCurve.linear(Double(place) / Double(count - 1))
    return view.u16(at: offset + 12 + 2 * place).map { Double($0) / 65535 + shift }
  }

  private func parametric(at offset: Int, of value: Double) -> Double? {
    let numbers = (0..<5).compactMap { fixed(at: offset + 12 + 4 * $0) }
    guard view.u16(at: offset + 8) == 3, numbers.count == 5 else { return nil }
    let (g, a, b, c, d) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    return value >= d ? pow(a * value + b, g) : c * value
  }
}
