public import PhotoGeometry

extension Raster {
  /// Returns the picture as a JPEG file.
  ///
  /// Baseline, chroma halved both ways (4:2:0), the standard's Huffman tables (decision 0204); an sRGB
  /// profile and nothing else that tells about the photo: no Exif, no XMP, no thumbnail. The same
  /// raster gives the same bytes every time.
  ///
  /// - Parameter quality: 1…100 on libjpeg's scale.
  /// - Returns: The file's bytes.
  /// - Throws: `encode-failed`, for instance when a side is above JPEG's 65,535 pixels.
  public func jpeg(quality: Int) throws(PhotoprepError) -> [UInt8] {
    precondition((1...100).contains(quality), "\(quality) is not a JPEG quality.")
    return try jpeg(of: try encodable(), quality: quality)
  }

  /// The picture upright, in sRGB, as the encoder takes it.
  private func encodable() throws(PhotoprepError) -> PlanarPicture {
    do { return try upright(.halved, kernels: .sharp).encodable() } catch {
      throw .encodeFailed(name, size, as: .jpeg, detail: error.detail)
    }
  }

  private func jpeg(of picture: PlanarPicture, quality: Int) throws(PhotoprepError) -> [UInt8] {
    do {
      return JPEGFile.tagged(try picture.encodedJPEG(quality: quality))
    } catch {
      throw .encodeFailed(name, size, as: .jpeg, detail: error.detail)
    }
  }

  /// Returns the picture as a JPEG file of the highest quality whose bytes keep a limit.
  ///
  /// - Parameter policy: Where to start and how far to go down.
  /// - Returns: The first file within the limit, or the one of the lowest quality, flagged.
  /// - Throws: `encode-failed`, for instance when a side is above JPEG's 65,535 pixels.
  public func jpeg(_ policy: JPEGPolicy) throws(PhotoprepError) -> EncodedJPEG {
    let picture = try encodable()
    var best = EncodedJPEG(bytes: [], quality: policy.quality, isOverLimit: true)
    for quality in policy.qualities where best.isOverLimit {
      let bytes = try jpeg(of: picture, quality: quality)
      let isOverLimit = policy.byteLimit.map { bytes.count > $0 } ?? false
      best = EncodedJPEG(bytes: bytes, quality: quality, isOverLimit: isOverLimit)
    }
    return best
  }

  /// Returns the picture as a PNG file without metadata.
  ///
  /// - Throws: `encode-failed` when memory is short, `library-unavailable` without libvips.
  public func png() throws(PhotoprepError) -> [UInt8] {
    try encoded(as: .png) { picture throws(PixelFailure) in try picture.encodedPNG() }
  }

  /// Returns the picture as a file for other programs, without metadata.
  ///
  /// - Parameters:
  ///   - format: JPEG, PNG, WebP or AVIF.
  ///   - quality: 1…100 on the format's own scale; PNG has none.
  /// - Returns: The file's bytes.
  /// - Throws: `encode-failed`, also where libvips cannot write the format; `library-unavailable`.
  public func file(_ format: PhotoFormat, quality: Int) throws(PhotoprepError) -> [UInt8] {
    switch format {
    case .png: return try png()
    case .webp:
      return try encoded(as: format) { picture throws(PixelFailure) in
        try picture.encodedWebP(quality: quality)
      }
    case .avif:
      return try encoded(as: format) { picture throws(PixelFailure) in
        try picture.encodedAVIF(quality: quality)
      }
    default: return try jpeg(quality: quality)
    }
  }

  private func encoded(
    as format: PhotoFormat, _ encode: (VipsPicture) throws(PixelFailure) -> [UInt8]
  ) throws(PhotoprepError) -> [UInt8] {
    let rgb = try rgb()
    if let detail = Libvips.startFailure { throw .libraryUnavailable(name, detail: detail) }
    do { return try encode(try VipsPicture.rgb(rgb, size: size)) } catch {
      throw .encodeFailed(name, size, as: format, detail: error.detail)
    }
  }
}
