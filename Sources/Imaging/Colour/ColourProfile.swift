import CLCMS
import Foundation

/// The contents of an embedded ICC profile: ICC.1:2022, section 7.
struct ColourProfile {
  let view: ByteView

  /// Reads a profile; `nil` for other bytes.
  init?(_ bytes: [UInt8]) {
    view = ByteView(bytes)
    // 128 bytes of header and the tag count; the signature is at byte 36.
    guard bytes.count >= 132, view.hasText("acsp", at: 36) else { return nil }
  }

  /// The colour space of the pixels, such as `RGB`, `GRAY`, `CMYK` or `Lab`.
  var space: String {
    (view.text(at: 16, length: 4) ?? "").trimmingCharacters(in: .whitespaces)
  }

  /// The number of bands of the space, or `nil` for spaces that photos do not use, and for CIELAB, which needs no
  /// profile.
  var bandCount: Int? { ["GRAY": 1, "RGB": 3, "CMYK": 4][space] }

  /// The offset of a tag's data.
  func tag(_ signature: String) -> Int? {
    entry(signature).flatMap { view.u32(at: $0 + 4) }
  }

  func tagBytes(_ signature: String) -> [UInt8]? {
    guard let entry = entry(signature), let place = view.u32(at: entry + 4),
      let length = view.u32(at: entry + 8)
    else { return nil }
    return Array(view.bytes(at: place, length: length))
  }

  /// The offset of a tag's signature, offset and length.
  private func entry(_ signature: String) -> Int? {
    let count = min(view.u32(at: 128) ?? 0, 100)
    return (0..<count).map { 132 + 12 * $0 }.first { view.hasText(signature, at: $0) }
  }

  /// A signed number of 16 bits before and 16 bits after the point.
  func fixed(at offset: Int) -> Double? {
    view.u32(at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
  }

  /// Whether X, Y and Z of red, green and blue, under D50, equal these within a tolerance.
  func hasPrimaries(_ wanted: [[Double]], within tolerance: Double) -> Bool {
    wanted.count == 3
      && zip(["rXYZ", "gXYZ", "bXYZ"], wanted).allSatisfy { signature, xyz in
        guard let offset = tag(signature) else { return false }
        return xyz.enumerated().allSatisfy { index, value in
          fixed(at: offset + 8 + 4 * index).map { abs($0 - value) < tolerance } ?? false
        }
      }
  }
}

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

  /// A grey profile near linear light as one of three equal bands; `nil` for other profiles.
  ///
  /// Little CMS samples the way from one band at a few points. Where dark greys become much lighter, they come out
  /// up to 22 of 255 too dark between these points; below an exponent of about 1.4 by more than 1. Three bands go
  /// through the curves themselves.
  var linearGreyAsRGB: [UInt8]? {
    guard space == "GRAY", view.hasText("XYZ ", at: 20), tag("A2B0") == nil, tag("A2B1") == nil,
      let curve = tagBytes("kTRC"), let light = greyLight(of: 1.0 / 16), light > 0.02
    else { return nil }
    let padding = [UInt8](repeating: 0, count: (4 - curve.count % 4) % 4)
    return DisplayProfile(name: "Grey", primaries: SRGBProfile.units, curve: curve + padding).bytes
  }

  /// The light, 0…1, of a grey sample; `nil` without a curve.
  private func greyLight(of sample: Float) -> Float? {
    view.withBytes { bytes in
      guard let profile = cmsOpenProfileFromMem(bytes.baseAddress, UInt32(bytes.count)) else {
        return nil
      }
      defer { cmsCloseProfile(profile) }
      return cmsReadTag(profile, cmsSigGrayTRCTag).map {
        cmsEvalToneCurveFloat(OpaquePointer($0), sample)
      }
    }
  }
}
