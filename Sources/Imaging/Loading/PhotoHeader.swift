/// The facts about a photo before its pixels are decoded.
public struct PhotoHeader: Hashable, Sendable {
  /// The format, from the first bytes.
  public let format: PhotoFormat
  /// The size in pixels as stored.
  ///
  /// HEIC and AVIF files are turned by their decoder, so for them this is the upright size.
  public let storedSize: PixelSize
  /// The turn of the stored picture: an Exif orientation, 1 (none) to 8.
  ///
  /// In HEIC and AVIF the file's own rotation counts, which the decoder applies, so this is 1; if the file has none,
  /// Exif's counts if Exif's size is the stored one (decision 0205).
  public let orientation: Int

  /// Flags of ``PhotoFlag/Step/reading`` that a person should know.
  public internal(set) var flags: Set<PhotoFlag> = []

  /// The size in pixels of the upright picture.
  public var size: PixelSize { orientation >= 5 ? storedSize.transposed : storedSize }
}

extension PhotoHeader {
  /// Reads libvips's view of a file's header.
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
    format == .jpeg && profile == nil ? ExifBlock(exif ?? [])?.statedProfile : nil
  }

  /// The turn from the loader's pixels to upright.
  fileprivate func orientation(_ format: PhotoFormat, _ scan: PhotoScan) -> Int {
    // The decoder turns these by the picture's own data, and Exif must be ignored.
    if format == .jxl { return 1 }
    guard format == .heic || format == .avif else {
      return scan.exif.flatMap { ExifBlock($0)?.orientation } ?? orientation
    }
    return scan.isTurnedByDecoder ? 1 : ExifBlock(exif ?? [])?.turn(of: size) ?? 1
  }
}

extension PhotoMetadata {
  /// Takes the metadata from a file's blocks.
  init(xmp: [UInt8]?, exif: ExifBlock?, header: PhotoHeader, scan: PhotoScan) {
    let turn = scan.isTurnedByDecoder ? exif?.orientation ?? 1 : header.orientation
    self.init(
      xmp: xmp, size: turn >= 5 ? header.size.transposed : header.size, orientation: turn,
      exifSize: exif?.pictureSize, subjectArea: exif?.subjectArea ?? [], taken: exif?.taken)
    capture = exif?.capture ?? PhotoCapture()
    appleHeadroom = exif?.appleHeadroom
  }
}
