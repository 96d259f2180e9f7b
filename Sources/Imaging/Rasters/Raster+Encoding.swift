internal import CHEIF
internal import CVips

extension Raster {
  /// Returns the picture as a JPEG file.
  ///
  /// Baseline, chroma halved both ways (4:2:0), the standard's Huffman tables (decision 0204); an sRGB profile and no
  /// metadata of the photo: no Exif, no XMP, no thumbnail. The same raster always gives the same bytes. The quality is
  /// 1…100 on libjpeg's scale.
  ///
  /// - Throws: `encode-failed`, for instance when a side is above JPEG's 65,535 pixels.
  public func jpeg(quality: Int) throws(PhotoprepError) -> [UInt8] {
    precondition((1...100).contains(quality), "\(quality) is not a JPEG quality.")
    return try file(.jpg, quality: quality)
  }

  /// Returns the picture as a file of the highest quality that keeps a limit of bytes, else of the lowest, flagged.
  ///
  /// - Throws: As ``file(_:quality:)``.
  public func encoded(_ policy: EncodingPolicy) throws(PhotoprepError) -> EncodedPicture {
    let encode = try encoder(of: policy.format)
    var best: (bytes: [UInt8], quality: Int, isOverLimit: Bool) = ([], policy.quality, true)
    for quality in policy.qualities where best.isOverLimit {
      let bytes = try encode(quality)
      best = (bytes, quality, policy.byteLimit.map { bytes.count > $0 } ?? false)
    }
    return EncodedPicture(
      bytes: best.bytes, format: policy.format, size: size, quality: best.quality,
      isOverLimit: best.isOverLimit)
  }

  /// Returns the picture as a PNG file without metadata.
  ///
  /// - Throws: `encode-failed` when memory is short, `library-unavailable` without libvips.
  public func png() throws(PhotoprepError) -> [UInt8] { try file(.png, quality: 100) }

  /// Returns the picture as a file without metadata; the quality is 1…100 on the format's own scale, and PNG has none.
  ///
  /// - Throws: `encode-failed`, also if libvips cannot write the format; `library-unavailable`.
  public func file(_ format: PictureFormat, quality: Int) throws(PhotoprepError) -> [UInt8] {
    try encoder(of: format)(quality)
  }

  /// Returns a function that encodes the picture at a quality; work that all qualities share is done once.
  private func encoder(
    of format: PictureFormat
  ) throws(PhotoprepError) -> (_ quality: Int) throws(PhotoprepError) -> [UInt8] {
    switch format {
    case .jpg:
      let planes = try encoding(as: format) { try upright(.halved, kernels: .sharp).encodable() }
      return { [self] quality throws(PhotoprepError) in
        try encoding(as: format) { JPEGFile.tagged(try planes.encodedJPEG(quality: quality)) }
      }
    case .png: return try encoder(of: format) { _ in "compression=6" }
    case .webp: return try encoder(of: format) { "Q=\($0)" }
    case .avif: return try encoder(of: format) { "Q=\($0),compression=av1" }
    }
  }

  /// Returns a function that encodes the picture with libvips, with options for a quality.
  private func encoder(
    of format: PictureFormat, _ options: @escaping (_ quality: Int) -> String
  ) throws(PhotoprepError) -> (_ quality: Int) throws(PhotoprepError) -> [UInt8] {
    let rgb = try rgb()
    if let detail = Libvips.startFailure { throw .libraryUnavailable(name, detail: detail) }
    return { [self] quality throws(PhotoprepError) in
      try encoding(as: format) {
        try VipsPicture.rgb(rgb, size: size).encoded(format.ending, options(quality))
      }
    }
  }

  /// Encodes, and adds to an error what could not be written.
  private func encoding<Result>(
    as format: PictureFormat, _ body: () throws -> Result
  ) throws(PhotoprepError) -> Result {
    do { return try body() } catch {
      throw .encodeFailed(name, size, as: format, detail: (error as? PixelFailure)?.detail)
    }
  }
}

extension PictureFormat {
  /// The libraries to load for encoding a picture.
  public var encoders: Set<Decoders.Library> { self == .jpg ? [] : [.libvips] }

  /// How to install the encoder if this system has none, without a full stop; `nil` if it has one.
  package var missingEncoder: String? {
    switch self {
    case .jpg, .png, .webp: nil
    case .avif:
      // Reading it takes another module.
      Decoders.load(.libvips) && cvips_knows("heifsave_buffer")
        && DecodedHEIF.library?.heif_have_encoder_for_format(heif_compression_AV1) ?? 0 != 0
        ? nil
        : "'sudo apt install libheif-plugin-aomenc' (Debian 13 and later) or 'brew install libheif'"
    }
  }
}

/// An encoded picture in memory, with its quality and limits.
public struct EncodedPicture: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// The format of the file.
  public let format: PictureFormat
  /// The size in pixels.
  public let size: PixelSize
  /// The quality of its encoding; `nil` when the photo's own pixels were kept.
  public let quality: Int?
  /// Whether it exceeds the policy's limit even at the lowest quality.
  public let isOverLimit: Bool
  /// Whether a gain map was left out to keep the limit.
  public let lacksGainMap: Bool

  /// Makes a description of a file from elsewhere.
  public init(
    bytes: [UInt8], format: PictureFormat, size: PixelSize, quality: Int?, isOverLimit: Bool,
    lacksGainMap: Bool = false
  ) {
    (self.bytes, self.format, self.size, self.quality) = (bytes, format, size, quality)
    (self.isOverLimit, self.lacksGainMap) = (isOverLimit, lacksGainMap)
  }
}
