import CVips

extension PhotoHeader {
  /// Reads what libvips found in a file's header.
  ///
  /// - Parameters:
  ///   - picture: What libvips opened.
  ///   - format: The file's format.
  ///   - scan: What the file's structure says.
  ///   - stated: The profile of the colours that are stated without embedding one.
  init(_ picture: VipsPicture, format: PhotoFormat, scan: PhotoScan, stated: [UInt8]?) {
    let embedded = picture.profile
    self.init(
      format: format, storedSize: picture.size, orientation: picture.orientation(format, scan),
      hasAlpha: (scan.bands ?? BandLayout(of: picture)).alpha != nil, bitDepth: picture.bitDepth,
      colourDescription: (embedded ?? stated).flatMap { ColourProfile($0)?.name }
        ?? picture.colourKind,
      hasProfile: embedded != nil, frameCount: max(scan.frameCount, picture.pageCount))
  }
}

extension VipsPicture {
  /// The profile of the colours that a photo states without embedding one: decision 0227.
  func statedProfile(as format: PhotoFormat) -> [UInt8]? {
    guard format == .jpeg, profile == nil, ExifBlock(exif ?? [])?.isAdobeRGB == true else {
      return nil
    }
    return AdobeRGBProfile.bytes
  }

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
