/// The colour space of phones' photos: SMPTE EG 432-1's primaries, IEC 61966-2-1's curve.
enum DisplayP3 {
  /// Our own profile, from the space's numbers: H.273's code points 12 and 13.
  static let bytes = StatedColours(primaries: 12, transfer: 13, video: .sRGB).profile() ?? []

  /// X, Y and Z of red, green and blue, under D50.
  fileprivate static let primaries =
    Chromaticities.p3(white: [0.3127, 0.3290]).toD50?.columns.map { [$0.x, $0.y, $0.z] } ?? []
}

extension ColourProfile {
  /// Whether the profile's primaries are those of Display P3, to 0.002 as for sRGB.
  var isDisplayP3: Bool { space == "RGB" && hasPrimaries(DisplayP3.primaries, within: 0.002) }
}
