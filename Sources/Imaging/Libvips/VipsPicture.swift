import CVips

/// The only owner of a libvips image: never replaced, released with the last reference.
///
/// Most operations are lazy. Pixels are computed, and errors in them found, by ``planes()`` and
/// ``inMemory()``.
final class VipsPicture {
  private let image: UnsafeMutablePointer<VipsImage>

  private init(takingOwnership image: UnsafeMutablePointer<VipsImage>) { self.image = image }

  deinit { g_object_unref(image) }
}

/// libvips images may be read by several threads at once, and they are never changed here: every operation makes a new
/// image.
extension VipsPicture: @unchecked Sendable {}

extension VipsPicture {
  typealias Pointer = UnsafeMutablePointer<VipsImage>

  /// Passes the image to calls into libvips; nothing else keeps it alive until they return.
  private func withImage<Result, Failure: Error>(
    _ body: (Pointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(self) { () throws(Failure) in try body(image) }
  }

  /// Runs a libvips call that makes an image, and takes ownership of that image; starts libvips first if needed.
  static func make(_ call: () -> Pointer?) throws(PixelFailure) -> VipsPicture {
    if let reason = Libvips.startFailure { throw PixelFailure(detail: reason) }
    guard let image = call() else { throw PixelFailure(detail: Libvips.drainMessages()) }
    return VipsPicture(takingOwnership: image)
  }

  /// Runs a libvips call on this image and takes ownership of the image it makes.
  func applying(_ call: (Pointer) -> Pointer?) throws(PixelFailure) -> VipsPicture {
    try withImage { (image) throws(PixelFailure) in try Self.make { call(image) } }
  }

  /// These bands followed by another picture's.
  func joined(with other: VipsPicture) throws(PixelFailure) -> VipsPicture {
    try applying { image in other.withImage { cvips_join_bands(image, $0) } }
  }

  /// Runs a libvips call on this image that reports success as 0.
  func run(_ call: (Pointer) -> Int32) throws(PixelFailure) {
    guard withImage(call) == 0 else { throw PixelFailure(detail: Libvips.drainMessages()) }
  }

  /// The same picture with every pixel computed.
  func inMemory() throws(PixelFailure) -> VipsPicture {
    try applying { cvips_in_memory($0) }
  }

  var width: Int { withImage { Int(cvips_width($0)) } }
  var height: Int { withImage { Int(cvips_height($0)) } }
  var size: PixelSize { PixelSize(width: width, height: height) }
  /// The number of bands, alpha included.
  var bandCount: Int { withImage { Int(cvips_bands($0)) } }
  var format: VipsBandFormat { withImage { cvips_format($0) } }
  var interpretation: VipsInterpretation {
    withImage { cvips_interpretation($0) }
  }
  var isFloatingPoint: Bool { format == VIPS_FORMAT_FLOAT || format == VIPS_FORMAT_DOUBLE }
  /// Whether the bands begin with cyan, magenta, yellow and black.
  var isCMYK: Bool { interpretation == VIPS_INTERPRETATION_CMYK }
  /// Whether several bands are packed into one number.
  var isCoded: Bool { withImage { cvips_coding($0) } != VIPS_CODING_NONE }
  /// Whether there are more bands than colours; libvips then takes the last one as alpha.
  var hasAlpha: Bool { withImage { cvips_has_alpha($0) } }
  /// The Exif orientation, 1 to 8; 1 if Exif has none.
  var orientation: Int { withImage { Int(cvips_orientation($0)) } }

  /// The embedded colour profile, or `nil`.
  var profile: [UInt8]? { blob(VIPS_META_ICC_NAME) }
  /// The Exif block as in the file, or `nil`.
  var exif: [UInt8]? { blob(VIPS_META_EXIF_NAME) }

  /// The XMP packet, or `nil` without one, or when it has more bytes than the limit.
  ///
  /// In a HEIF file, libvips 8.14 recognises XMP by `<x:xmpmeta` at its start, as Apple writes it; Adobe's begins with
  /// `<?xpacket`.
  func xmp(limit: Int) -> [UInt8]? {
    if let packet = blob(VIPS_META_XMP_NAME, limit: limit) { return packet }
    let mark = Array("adobe:ns:meta/".utf8)
    let others = (0..<Self.metadataItems).compactMap { blob("heif-mime-\($0)", limit: limit) }
    return others.first { !$0.ranges(of: mark).isEmpty }
  }

  /// In how many items of metadata the XMP of a HEIF file is searched; ours: phones write two.
  private static let metadataItems = 8

  private func blob(_ name: String, limit: Int = .max) -> [UInt8]? {
    withImage { image in
      var bytes: UnsafeRawPointer?
      var count = 0
      guard cvips_blob(image, name, &bytes, &count), count <= limit else { return nil }
      return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
  }

  /// The samples of an 8-bit picture of three bands, as separate planes.
  ///
  /// Computed some rows at a time, from the top, so that the whole picture is never in memory twice (decision 0611).
  func planes() throws(PixelFailure) -> PlanarPicture {
    let planes = try PlanarPicture.rgbPlanes(size)
    // A region holds a reference to its image.
    guard let region = withImage({ cvips_region($0) }) else {
      throw PixelFailure(detail: Libvips.drainMessages())
    }
    defer { g_object_unref(region) }
    for top in stride(from: 0, to: height, by: rowsAtOnce) {
      let rows = top..<min(top + rowsAtOnce, height)
      var part = VipsRect(
        left: 0, top: Int32(top), width: Int32(width), height: Int32(rows.count))
      guard cvips_prepare(region, &part) else {
        throw PixelFailure(detail: Libvips.drainMessages())
      }
      for row in rows {
        PlanarPicture.split(cvips_row(region, Int32(row)), into: planes, row: row)
      }
    }
    return PlanarPicture(rgb: planes, size: size)
  }

  /// How many rows are computed at once: 16, as libvips does when order matters, and fewer of rows so long that every
  /// intermediate step would hold more than a megabyte.
  private var rowsAtOnce: Int { min(16, max(1, (1 << 20) / (3 * width))) }

  /// A copy of the samples, row by row from the top left, for 8-bit pictures in memory.
  func samples() throws(PixelFailure) -> [UInt8] {
    try withImage { (image) throws(PixelFailure) in
      guard let data = cvips_samples(image) else {
        throw PixelFailure(detail: Libvips.drainMessages())
      }
      return Array(UnsafeRawBufferPointer(start: data, count: width * height * bandCount))
    }
  }

  /// Opens a file by its own format's loader; only the header is read, and pixels on demand.
  ///
  /// The bytes must stay at their address while the picture is read. `shrink` is 1, 2, 4 or 8, how much smaller to
  /// decode: only JPEG and WebP can. `page` is that of a TIFF, from 0.
  ///
  /// - Throws: When the header is damaged.
  static func open(
    _ bytes: UnsafeRawBufferPointer, as format: PhotoFormat, shrink: Int, page: Int = 0
  ) throws(PixelFailure) -> VipsPicture {
    // Messages about the picture before must not become the reason that this one is refused.
    _ = Libvips.drainMessages()
    return try make {
      switch format {
      case .jpeg: cvips_jpegload(bytes.baseAddress, bytes.count, Int32(shrink))
      case .webp: cvips_webpload(bytes.baseAddress, bytes.count, 1 / Double(shrink))
      case .png: cvips_pngload(bytes.baseAddress, bytes.count)
      case .jxl: cvips_jxlload(bytes.baseAddress, bytes.count)
      case .gif: cvips_gifload(bytes.baseAddress, bytes.count)
      case .tiff: cvips_tiffload(bytes.baseAddress, bytes.count, Int32(page))
      default: cvips_heifload(bytes.baseAddress, bytes.count)
      }
    }
  }

  /// An 8-bit picture of samples in place; they must stay there while the picture is read.
  static func view(
    of samples: UnsafeRawBufferPointer, size: PixelSize, bands: Int
  ) throws(PixelFailure) -> VipsPicture {
    try make {
      cvips_view(
        samples.baseAddress, samples.count, Int32(size.width), Int32(size.height), Int32(bands))
    }.reinterpreted(as: VIPS_INTERPRETATION_sRGB)
  }

  /// Makes an 8-bit sRGB picture from a copy of its samples.
  static func rgb(_ samples: [UInt8], size: PixelSize) throws(PixelFailure) -> VipsPicture {
    try samples.withUnsafeBufferPointer { (samples) throws(PixelFailure) in
      try view(of: UnsafeRawBufferPointer(samples), size: size, bands: 3).inMemory()
    }
  }

  /// Converts to 8-bit sRGB through the embedded profile, or through one of libvips's own.
  func convertedByProfile(
    named profile: String? = nil, intent: VipsIntent = VIPS_INTENT_RELATIVE
  ) throws(PixelFailure) -> VipsPicture {
    try applying { cvips_icc_to_srgb($0, profile, intent) }
  }

  /// Converts between spaces that libvips knows without a profile.
  func converted(to space: VipsInterpretation) throws(PixelFailure) -> VipsPicture {
    try applying { cvips_colourspace($0, space) }
  }

  /// The same picture with a profile, as if it were embedded.
  func withProfile(_ profile: [UInt8]) throws(PixelFailure) -> VipsPicture {
    try applying { cvips_with_profile($0, profile, profile.count) }
  }

  /// The same samples with another meaning.
  func reinterpreted(as space: VipsInterpretation) throws(PixelFailure) -> VipsPicture {
    try applying { cvips_reinterpret($0, space) }
  }

  /// The same picture in another sample type, by clipping, or by keeping the highest bits.
  func cast(to format: VipsBandFormat, keepingHighBits: Bool) throws(PixelFailure) -> VipsPicture {
    try applying { cvips_cast($0, format, keepingHighBits ? 1 : 0) }
  }

  /// Every sample multiplied by a factor, as floating point.
  func multiplied(by factor: Double) throws(PixelFailure) -> VipsPicture {
    try applying { cvips_linear($0, factor, 0) }
  }

  /// Some neighbouring bands.
  func bands(_ range: Range<Int>) throws(PixelFailure) -> VipsPicture {
    try applying { cvips_extract_bands($0, Int32(range.lowerBound), Int32(range.count)) }
  }

  /// Encodes without any metadata, in the format of an ending of file names, with options of libvips's operation, as
  /// `Q=75`.
  ///
  /// - Throws: libvips's error when it cannot encode, or when memory is short.
  func encoded(_ ending: String, _ options: String) throws(PixelFailure) -> [UInt8] {
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    defer { g_free(bytes) }
    try run { cvips_save($0, ".\(ending)[strip,\(options)]", &bytes, &count) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
