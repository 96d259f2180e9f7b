import CVips

extension PhotoHeader {
  /// Reads what libvips found in a file's header.
  init(_ picture: VipsPicture, format: PhotoFormat, frameCount: Int) {
    let isHEIF = format == .heic || format == .avif
    let profile = picture.profile
    self.init(
      format: format, storedSize: picture.size, orientation: isHEIF ? 1 : picture.orientation,
      hasAlpha: picture.hasAlpha, bitDepth: picture.bitDepth,
      colourDescription: profile.flatMap { ColourProfile($0)?.name } ?? picture.colourKind,
      hasProfile: profile != nil, frameCount: max(frameCount, picture.pageCount))
  }
}

extension VipsPicture {
  /// Bits per sample in the file where the loader says so, otherwise in memory.
  fileprivate var bitDepth: Int {
    let stored = integer("palette-bit-depth") ?? integer("heif-bitdepth")
    return stored ?? integer("bits-per-sample") ?? 8 * Int(vips_format_sizeof(format))
  }

  fileprivate var colourKind: String {
    switch interpretation {
    case VIPS_INTERPRETATION_CMYK: "CMYK without a profile"
    case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABS: "CIELAB"
    case VIPS_INTERPRETATION_XYZ: "CIE XYZ"
    case VIPS_INTERPRETATION_scRGB: "linear sRGB"
    case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: "grey without a profile"
    default: "RGB without a profile"
    }
  }
}
