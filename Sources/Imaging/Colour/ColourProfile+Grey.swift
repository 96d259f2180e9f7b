import CLCMS

extension ColourProfile {
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
