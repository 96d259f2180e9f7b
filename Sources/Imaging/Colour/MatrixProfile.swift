import CLCMS

/// An RGB space of cameras or screens: a curve a channel, then a matrix (ICC.1:2022, 8.3.3).
struct MatrixProfile {
  /// The light, 0…1, of each of 256 samples of red, green and blue.
  let light: [[Double]]
  /// X, Y and Z under D50 of the full light of red, green and blue.
  let primaries: [[Double]]

  /// Reads a profile with Little CMS.
  ///
  /// - Returns: `nil` when it is damaged, not for RGB, or made of tables.
  init?(_ bytes: [UInt8]) {
    guard let profile = cmsOpenProfileFromMem(bytes, UInt32(bytes.count)) else { return nil }
    defer { cmsCloseProfile(profile) }
    // Tables, if there are any, take precedence over the matrix.
    guard cmsGetColorSpace(profile) == cmsSigRgbData, cmsGetPCS(profile) == cmsSigXYZData,
      cmsIsMatrixShaper(profile) != 0, cmsIsTag(profile, cmsSigAToB0Tag) == 0,
      cmsIsTag(profile, cmsSigAToB1Tag) == 0
    else { return nil }
    let curves = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag].compactMap { tag in
      cmsReadTag(profile, tag).map { curve in
        (0...255).map { sample in
          Double(cmsEvalToneCurveFloat(OpaquePointer(curve), Float(sample) / 255))
        }
      }
    }
    let colorants = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
      .compactMap { tag in
        cmsReadTag(profile, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
      }
    guard curves.count == 3, colorants.count == 3 else { return nil }
    light = curves
    primaries = colorants.map { [$0.X, $0.Y, $0.Z] }
    guard (light + primaries).joined().allSatisfy({ $0.isFinite && abs($0) <= 4 }) else {
      return nil
    }
  }
}
