import CVips

extension VipsPicture {
  /// Opens a file by its own format's loader; only the header is read, and pixels on demand.
  ///
  /// The bytes must stay at their address while the picture is read. `shrink` is 1, 2, 4 or 8, how much smaller to
  /// decode: only JPEG and WebP can. `page` is that of a TIFF, from 0.
  ///
  /// - Throws: When the header is damaged.
  static func open(
    _ bytes: UnsafeRawBufferPointer, as format: PhotoFormat, shrink: Int, page: Int = 0
  ) throws(PixelFailure) -> VipsPicture {
    // Warnings about the picture before must not become the reason that this one is refused.
    _ = LibvipsMessages.drain()
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
}

extension VipsPicture {
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
