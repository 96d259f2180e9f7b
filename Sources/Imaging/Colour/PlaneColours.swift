import CLCMS
import CPlanes
import CVips

/// The colours of a JPEG's planes of luma and chroma differences after conversion to red, green and blue.
enum PlaneColours {
  case sRGB
  /// Another RGB space, with its conversion to sRGB.
  case other(Recolouring)

  /// The conversion to sRGB, if one is needed.
  var recolouring: Recolouring? {
    if case .other(let recolouring) = self { recolouring } else { nil }
  }

  /// The colours of opaque 8-bit bands of red, green and blue by their profile; sRGB without one, and for a profile of
  /// other bands; `nil` for profiles other than a matrix and curves.
  init?(profile bytes: [UInt8]?) {
    guard let bytes, let profile = ColourProfile(bytes), profile.bandCount == 3, !profile.isSRGB
    else {
      self = .sRGB
      return
    }
    guard profile.highRange == nil, let way = Recolouring.way(from: bytes) else { return nil }
    self = .other(way)
  }
}

extension VipsPicture {
  /// The colours of opaque 8-bit RGB bands; `nil` for other bands, and for profiles other than a matrix and curves.
  ///
  /// Without an embedded profile the stated one counts, and sRGB if there is neither.
  func planeColours(by stated: [UInt8]?) -> PlaneColours? {
    guard bandCount == 3, !hasAlpha, format == VIPS_FORMAT_UCHAR,
      interpretation == VIPS_INTERPRETATION_sRGB
    else { return nil }
    return PlaneColours(profile: profile ?? stated)
  }
}

/// The conversion from another RGB space to sRGB for planes of luma and chroma: decision 0210.
///
/// Relative colorimetric; black is no light in both spaces, so black point compensation changes nothing.
final class Recolouring: Sendable {
  /// The cells of luma, and of both chroma differences.
  let luma: [Int16]
  let chroma: [Int16]

  /// The last profile, with its conversion: most photos of a run have the same.
  private static let latest = Locked<(profile: [UInt8], way: Recolouring?)?>(nil)

  /// The conversion from a profile's space; `nil` for a profile other than a matrix and curves.
  static func way(from profile: [UInt8]) -> Recolouring? {
    latest.withLock { latest in
      if let latest, latest.profile == profile { return latest.way }
      let way = MatrixProfile(profile).flatMap { Recolouring(from: $0) }
      latest = (profile, way)
      return way
    }
  }

  /// Prepares the conversion from a space; `nil` for impossible primaries.
  init?(from profile: MatrixProfile) {
    let matrix = SRGBProfile.fromXYZ.flatMap { row in
      profile.primaries.map { primary in zip(row, primary).map(*).reduce(0, +) }
    }
    let isSmall = [0, 3, 6].allSatisfy { row in
      matrix[row..<row + 3].map(abs).reduce(0, +) < Self.mostLight
    }
    guard isSmall else { return nil }
    let light = profile.light.joined().map { Float(min(max($0, 0), 1)) }
    let cells = Int(CPLANES_CELLS)
    var (luma, chroma) = (
      [Int16](repeating: 0, count: 4 * cells), [Int16](repeating: 0, count: 8 * cells)
    )
    light.withUnsafeBufferPointer { light in
      matrix.map(Float.init).withUnsafeBufferPointer { matrix in
        Self.encoded.withUnsafeBufferPointer { encoded in
          var space = cplanes_space(
            light: light.baseAddress, matrix: matrix.baseAddress, encoded: encoded.baseAddress)
          cplanes_fill_cells(&space, &luma, &chroma)
        }
      }
    }
    (self.luma, self.chroma) = (luma, chroma)
  }

  /// The greatest sum of a row of the matrix, of absolute values; Display P3's are below 1.5.
  private static let mostLight = 15.0

  /// sRGB samples for linear light, not yet rounded to whole numbers.
  private static let encoded: [Float] = (0..<CPLANES_ENCODED).map { step in
    Float(255 * SRGBCurve.encoded(Double(step) / Double(CPLANES_ENCODED - 1)))
  }
}

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
