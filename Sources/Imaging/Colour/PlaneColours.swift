import CVips

/// The colours of a JPEG's planes of luma and chroma differences after conversion to red, green and blue.
enum PlaneColours {
  /// sRGB.
  case sRGB
  /// Another RGB space, with its conversion to sRGB.
  case other(Recolouring)

  /// The conversion to sRGB, if one is needed.
  var recolouring: Recolouring? {
    if case .other(let recolouring) = self { recolouring } else { nil }
  }
}

extension PlaneColours {
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
