extension PhotoHeader {
  /// Reads what libvips found in a file's header.
  ///
  /// - Parameters:
  ///   - picture: What libvips opened.
  ///   - format: The file's format.
  ///   - scan: What the file's structure says.
  init(_ picture: VipsPicture, format: PhotoFormat, scan: PhotoScan) {
    self.init(
      format: scan.flags.contains(.preview) ? .raw : format, storedSize: picture.size,
      orientation: picture.orientation(format, scan),
      flags: scan.flags)
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
    // The decoder turns these by what the picture itself says, and Exif is not to be asked.
    if format == .jxl { return 1 }
    guard format == .heic || format == .avif else {
      return scan.exif.flatMap { ExifBlock($0)?.orientation } ?? orientation
    }
    return scan.isTurnedByDecoder ? 1 : ExifBlock(exif ?? [])?.turn(of: size) ?? 1
  }
}
