import CVips

/// What a JPEG's planes of luma and chroma differences stand for, once they are red, green and blue.
enum PlaneColours {
  /// sRGB.
  case sRGB
  /// Another RGB space, and the way from there to sRGB.
  case other(Recolouring)

  /// The way to sRGB, where there is one to go.
  var recolouring: Recolouring? {
    if case .other(let recolouring) = self { recolouring } else { nil }
  }
}

extension PlaneColours {
  /// What opaque 8-bit bands of red, green and blue stand for; `nil` for profiles that are more than a matrix and curves.
  ///
  /// - Parameter bytes: Their profile; sRGB without one, and where it is of other bands.
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
  /// What the bands stand for where they are opaque 8-bit RGB; `nil` for all else, and for profiles
  /// that are more than a matrix and curves.
  ///
  /// - Parameter stated: The profile to go by where none is embedded.
  /// - Returns: sRGB where there is neither.
  func planeColours(by stated: [UInt8]?) -> PlaneColours? {
    guard bandCount == 3, !hasAlpha, format == VIPS_FORMAT_UCHAR,
      interpretation == VIPS_INTERPRETATION_sRGB
    else { return nil }
    return PlaneColours(profile: profile ?? stated)
  }
}
