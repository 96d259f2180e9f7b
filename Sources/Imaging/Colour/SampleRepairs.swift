import CVips

/// What libheif and libvips leave undone between a file's samples and its colours: decision 0236.
struct SampleRepairs: OptionSet {
  let rawValue: Int
  /// Colours are multiplied by their alpha (`prem`): ISO/IEC 23008-12, 6.6.2.
  static let premultiplied = SampleRepairs(rawValue: 1)
  /// Luma alone has black at 16 and white at 235 of 255: ITU-T H.273, 8.3.
  static let limitedGrey = SampleRepairs(rawValue: 2)
}

extension VipsPicture {
  /// The picture with what its file's decoder left undone.
  func repaired(_ repairs: SampleRepairs) throws(PixelFailure) -> VipsPicture {
    var picture = self
    if repairs.contains(.limitedGrey) {
      let colours = try picture.bands(0..<bandCount - (hasAlpha ? 1 : 0))
      // The half rounds, as whole numbers are cut off.
      let white = format == VIPS_FORMAT_USHORT ? 65535.0 : 255
      let whole = try colours.applying { cvips_linear($0, 255.0 / 219, 0.5 - 16 * white / 219) }
        .cast(to: format, keepingHighBits: false)
      picture = hasAlpha ? try whole.joined(with: picture.bands(bandCount - 1..<bandCount)) : whole
    }
    guard repairs.contains(.premultiplied), hasAlpha else { return picture }
    return try picture.applying { cvips_unpremultiply($0) }
      .applying { cvips_linear($0, 1, 0.5) }.cast(to: format, keepingHighBits: false)
  }
}
