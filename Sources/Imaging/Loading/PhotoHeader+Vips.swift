import CVips

extension PhotoHeader {
  /// Reads what libvips found in a file's header.
  init(_ picture: VipsPicture, format: PhotoFormat, scan: PhotoScan) {
    let profile = picture.profile
    self.init(
      format: format, storedSize: picture.size, orientation: picture.orientation(format, scan),
      hasAlpha: (scan.bands ?? BandLayout(of: picture)).alpha != nil, bitDepth: picture.bitDepth,
      colourDescription: profile.flatMap { ColourProfile($0)?.name } ?? picture.colourKind,
      hasProfile: profile != nil, frameCount: max(scan.frameCount, picture.pageCount))
  }
}

extension VipsPicture {
  /// How far the loader's pixels are from upright.
  fileprivate func orientation(_ format: PhotoFormat, _ scan: PhotoScan) -> Int {
    guard format == .heic || format == .avif else { return orientation }
    return scan.isTurnedByDecoder ? 1 : ExifBlock(exif ?? [])?.quarterTurn(of: size) ?? 1
  }

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
