/// A photo's bytes, sniffed, scanned and compared with the limits, with nothing decoded yet.
///
///     let source = try PhotoSource(bytes: bytes, name: "beach.jpg")
///     let raster = try source.decode(atLeast: 0.4, background: .white)
public final class PhotoSource: Sendable {
  /// The facts in the file's header.
  public var header: PhotoHeader { found.header }
  /// The file's metadata about places in its picture.
  public var metadata: PhotoMetadata { found.metadata }
  /// The photo's name, for messages.
  public let name: String
  let bytes: [UInt8]
  /// The original file; ``bytes`` are the part to decode.
  let file: [UInt8]
  /// Whether a HEIC or AVIF states that it has a gain map; it may not be readable.
  public var claimsGainMap: Bool { scan.hasGainMap }
  /// The colours of a file's own planes; `nil` if libvips must convert them.
  var planeColours: PlaneColours? { found.planeColours }
  /// The format to decode: for a raw file, that of its preview.
  let loader: PhotoFormat
  private let scan: PhotoScan
  private let found: Findings

  /// Reads a photo's header.
  ///
  /// In this order: the format from the first bytes by our own code; the number of bytes; our own walk through the
  /// file's structure; the number of pixels; then that format's loader, called by name, only for the header.
  ///
  /// The name is for messages, such as the photo's path.
  ///
  /// - Throws: `empty-file`, `unsupported-format`, `file-too-large`, `too-many-pixels`, `too-much-work`, `truncated`
  ///   if the structure continues after the file's end, and `corrupt-header` if it is invalid.
  public init(
    bytes: [UInt8], name: String, limits: ImagingLimits = .standard
  ) throws(PhotoprepError) {
    let format = try PhotoFormat(of: bytes, named: name)
    guard bytes.count <= limits.maxBytes else {
      throw .fileTooLarge(name, bytes: bytes.count, limit: limits.maxBytes)
    }
    let scan = try Self.checked(name) { () throws(ScanProblem) in
      try PhotoScan.of(bytes, as: format, limits: limits)
    }
    file = bytes
    let bytes = scan.decodable ?? bytes
    let loader = scan.loader ?? format
    if loader == .jpeg, scan.flags.contains(.missingEnd) {
      try Self.checkWhole(bytes, name: name)
    }
    let found = try Self.findings(in: bytes, as: loader, scan: scan, name: name)
    let size = found.header.storedSize
    try Self.checked(name) { () throws(ScanProblem) in
      try limits.check(width: size.width, height: size.height, of: loader, isLight: scan.isLight)
    }
    (self.name, self.bytes, self.loader) = (name, bytes, loader)
    (self.scan, self.found) = (scan, found)
  }

  private static func checked<Value>(
    _ name: String, _ check: () throws(ScanProblem) -> Value
  ) throws(PhotoprepError) -> Value {
    do { return try check() } catch { throw .header(name, error) }
  }

  /// Checks that a JPEG that lacked its end marker has every pixel.
  ///
  /// libjpeg warns if data ends before the last block.
  private static func checkWhole(_ bytes: [UInt8], name: String) throws(PhotoprepError) {
    guard (try? DecodedJPEG.warningCount(bytes)) == 0 else {
      throw .header(
        name, JPEGSegments.endOfFile(after: bytes.count - JPEGSegments.endMarker.count))
    }
  }

  /// The results of reading a file's header.
  private struct Findings {
    let header: PhotoHeader
    let metadata: PhotoMetadata
    /// A profile for the colours, instead of the one from a decoder.
    let statedProfile: [UInt8]?
    let planeColours: PlaneColours?
  }

  private static func findings(
    in bytes: [UInt8], as format: PhotoFormat, scan: PhotoScan, name: String
  ) throws(PhotoprepError) -> Findings {
    if format == .bmp { return findings(inBMP: scan) }
    do {
      if format == .jpeg, let found = try findings(inJPEG: bytes, scan: scan) { return found }
    } catch {
      throw .unreadableHeader(name, format, detail: error.detail)
    }
    if let detail = Libvips.startFailure { throw .libraryUnavailable(name, detail: detail) }
    do {
      return try bytes.withUnsafeBufferPointer { (buffer) throws(PixelFailure) in
        let picture = try VipsPicture.open(
          UnsafeRawBufferPointer(buffer), as: format, shrink: 1, page: scan.page)
        var scan = scan
        if scan.exif == nil, picture.exif == nil { scan.exif = scan.exifText?.exif }
        let stated =
          scan.profile
          ?? (picture.profile == nil
            ? scan.packedProfile.flatMap(PNGWalk.unpacked)
              ?? picture.statedProfile(as: format)
            : nil)
        let header = PhotoHeader(picture, format: format, scan: scan)
        return Findings(
          header: header,
          metadata: PhotoMetadata(
            xmp: picture.xmp(limit: PhotoMetadata.xmpByteLimit),
            exif: (scan.exif ?? picture.exif).flatMap { ExifBlock($0) }, header: header, scan: scan),
          statedProfile: stated,
          planeColours: (format == .heic || format == .avif) && scan.repairs.isEmpty
            ? picture.planeColours(by: stated) : nil)
      }
    } catch {
      throw .unreadableHeader(name, format, detail: error.detail)
    }
  }

  /// Decodes the photo upright, as opaque 8-bit sRGB.
  ///
  /// JPEG and WebP files are decoded at 1/2, 1/4 or 1/8 if that is enough for `scale`; other formats always at full
  /// size. Colours are converted by the embedded profile if it fits (relative colorimetric with black point
  /// compensation, decision 0202); alpha is blended on `background` in sRGB (0203); the orientation is applied once.
  ///
  /// `scale` is the smallest sufficient one, above 0 and up to 1, where 1 is full size: the raster's sides are at least
  /// `scale` times ``PhotoHeader/size``, to within one pixel. `copies` will be requested of the raster; for a JPEG they
  /// are made during decoding, which is faster.
  ///
  /// - Throws: `corrupt-data` when the pixels are damaged or missing, or memory is short.
  public func decode(
    atLeast scale: Double, background: RGBColour, making copies: [Reduction] = []
  ) throws(PhotoprepError) -> Raster {
    try decode(shrink: shrink(for: scale), background, making: copies, arePassing: false)
  }

  /// Decodes the photo only for copies.
  ///
  /// For a JPEG at most a few rows of decoded pixels are in memory at a time (decision 0210).
  ///
  /// Scale and background are as for ``decode(atLeast:background:making:)``; `others` are further copies that will be
  /// requested of the raster, made from the decoded pixels themselves.
  ///
  /// - Throws: `corrupt-data` when the pixels are damaged or missing, `resize-failed` when memory is short.
  public func decode(
    as copy: Reduction, atLeast scale: Double, background: RGBColour,
    making others: [Reduction] = []
  ) throws(PhotoprepError) -> Raster {
    let shrink = shrink(for: scale)
    let all = others + [copy]
    let decoded = header.size.decoded(shrink: shrink)
    let raster = try decode(
      shrink: shrink, background, making: all,
      arePassing: all.allSatisfy { $0.size(of: decoded) != decoded })
    var made: [Reduction: Raster] = [:]
    for other in others { made[other] = try raster.copy(other) }
    return try raster.copy(copy).with(
      copies: made, isSound: raster.isSound, decoder: raster.decoder)
  }

  private func decode(
    shrink: Int, _ background: RGBColour, making copies: [Reduction], arePassing: Bool
  ) throws(PhotoprepError) -> Raster {
    if let planes = try planes(shrink: shrink, making: copies, arePassing: arePassing) {
      return planes
    }
    if loader == .png, !PNGWalk.hasSoundPixels(bytes) {
      throw .corruptData(name, header.format, detail: "a chunk IDAT has a wrong checksum")
    }
    if let detail = Libvips.startFailure { throw .libraryUnavailable(name, detail: detail) }
    do {
      let pixels = try decoded(shrink: shrink, background: background)
      return Raster(
        pixels, orientation: Orientation(header.orientation), name: name, decoder: decoder)
    } catch {
      throw .corruptData(name, header.format, detail: error.detail)
    }
  }

  /// The library that decodes the photo, if libvips or our own code does.
  private var decoder: String? {
    switch loader {
    case .bmp: nil
    case .heic, .avif: Decoders.libheif
    default: Decoders.libvips
    }
  }

  /// The factor by which ``decode(atLeast:background:)`` shrinks the photo's sides for a scale: 1, 2, 4 or 8.
  ///
  /// Scales with the same answer give the same pixels.
  public func shrink(for scale: Double) -> Int {
    precondition(scale > 0 && scale <= 1, "\(scale) is not a scale to decode at.")
    guard loader == .jpeg || loader == .webp else { return 1 }
    // libvips rounds sides down, and aborts the process if none is left.
    let size = header.storedSize
    let most = planeColours == nil ? min(size.width, size.height) : .max
    return [8, 4, 2].first { 1 / Double($0) >= scale && $0 <= most } ?? 1
  }

  /// A file's own planes, not converted to RGB or sRGB yet: decision 0210.
  private func planes(
    shrink: Int, making copies: [Reduction], arePassing: Bool
  ) throws(PhotoprepError) -> Raster? {
    guard let planeColours else { return nil }
    do {
      var made: [Reduction: PictureResampling] = [:]
      let tiles = loader == .heic ? HEVCTiles(ByteView(bytes)) : nil
      let orientation = tiles?.orientation ?? Orientation(header.orientation)
      func follow(_ picture: PlanarPicture) throws(PixelFailure) -> (Int) -> Void {
        let raster = raster(picture, planeColours, orientation)
        let passing = PassingMemory()
        for copy in copies { made[copy] = try raster.resampling(for: copy, passing: passing) }
        return { rows in for copy in made.values { copy.advance(to: rows) } }
      }
      if loader == .jpeg {
        let decoded = try DecodedJPEG(bytes, shrink: shrink, isPassing: arePassing, follow: follow)
        guard let decoded else { return nil }
        return try raster(decoded.picture, planeColours, orientation)
          .with(
            copies: finished(made), isSound: decoded.warningCount == 0,
            decoder: Decoders.libjpegTurbo)
      }
      if let tiles, tiles.uprightSize == header.storedSize,
        let picture = try tiles.decoded(isPassing: arePassing, follow: follow)
      {
        return try raster(picture, planeColours, orientation)
          .with(
            copies: finished(made), isSound: false, decoder: Decoders.loadHEVC())
      }
      // Copies of tiles that were refused are not needed beside libheif's picture.
      made = [:]
      guard let decoded = try DecodedHEIF(bytes), decoded.picture.size == header.storedSize else {
        return nil
      }
      return raster(decoded.picture, planeColours, Orientation(header.orientation))
        .with(copies: [:], isSound: false, decoder: Decoders.libheif)
    } catch {
      throw .corruptData(name, header.format, detail: error.detail)
    }
  }

  private func finished(
    _ copies: [Reduction: PictureResampling]
  ) throws(PixelFailure) -> [Reduction: Raster] {
    var rasters: [Reduction: Raster] = [:]
    for (kind, copy) in copies { rasters[kind] = Raster(try copy.finished(), name: name) }
    return rasters
  }

  /// A raster of planes as stored.
  private func raster(
    _ picture: PlanarPicture, _ colours: PlaneColours, _ orientation: Orientation
  ) -> Raster {
    Raster(picture, recolouring: colours.recolouring, orientation: orientation, name: name)
  }

  /// The facts in a JPEG's own segments, if libjpeg reads luma and chroma differences whose colours our own code
  /// converts; `nil` if libvips must read it (decision 0606).
  private static func findings(
    inJPEG bytes: [UInt8], scan: PhotoScan
  ) throws(PixelFailure) -> Findings? {
    guard try JPEGLayout(bytes, shrink: 1).isYCC else { return nil }
    let found = JPEGMetadata(bytes)
    let own = found.exif.flatMap { ExifBlock($0) }
    let exif = scan.exif.flatMap { ExifBlock($0, details: scan.exifDetails) } ?? own
    let stated = found.profile == nil ? (own ?? exif)?.statedProfile ?? scan.profile : nil
    guard let colours = PlaneColours(profile: found.profile ?? stated) else { return nil }
    let header = PhotoHeader(
      format: scan.flags.contains(.preview) ? .raw : .jpeg,
      storedSize: PixelSize(width: scan.width, height: scan.height),
      orientation: exif?.orientation ?? 1, flags: scan.flags)
    return Findings(
      header: header,
      metadata: PhotoMetadata(xmp: found.xmp, exif: exif, header: header, scan: scan),
      statedProfile: stated, planeColours: colours)
  }

  /// The facts in a BMP's own header; it has no metadata.
  private static func findings(inBMP scan: PhotoScan) -> Findings {
    let size = PixelSize(width: scan.width, height: scan.height)
    return Findings(
      header: PhotoHeader(format: .bmp, storedSize: size, orientation: 1),
      metadata: PhotoMetadata(xmp: nil, size: size, orientation: 1, exifSize: nil, subjectArea: []),
      statedProfile: scan.profile, planeColours: nil)
  }

  /// A BMP's pixels by our own reader.
  private func decodedBMP(background: RGBColour) throws(PixelFailure) -> PlanarPicture {
    guard let pixels = try? BMPPixels(bytes) else { throw PixelFailure(detail: nil) }
    return try pixels.samples().withUnsafeBufferPointer { (samples) throws(PixelFailure) in
      let picture = try VipsPicture.view(
        of: UnsafeRawBufferPointer(samples), size: header.storedSize, bands: pixels.bandCount)
      return try coloured(picture).opaqueSRGB(on: background).planes()
    }
  }

  /// A picture with the profile that its file states without embedding one.
  private func coloured(_ picture: VipsPicture) throws(PixelFailure) -> VipsPicture {
    try found.statedProfile.map { (profile) throws(PixelFailure) in
      try picture.withProfile(profile)
    } ?? picture
  }

  /// Any format's pixels by libvips, as stored.
  private func decoded(
    shrink: Int, background: RGBColour
  ) throws(PixelFailure) -> PlanarPicture {
    if loader == .bmp { return try decodedBMP(background: background) }
    // libvips does not tell that data ends early before an end marker.
    if loader == .jpeg { try DecodedJPEG.warningCount(bytes) }
    return try bytes.withUnsafeBufferPointer { (buffer) throws(PixelFailure) in
      let picture = try VipsPicture.open(
        UnsafeRawBufferPointer(buffer), as: loader, shrink: shrink, page: scan.page)
      return try coloured(picture).repaired(scan.repairs)
        .opaqueSRGB(on: background, bands: scan.bands).planes()
    }
  }
}

extension PixelSize {
  /// The size of a picture that is decoded so many times smaller; its last column and row may be partial.
  fileprivate func decoded(shrink: Int) -> PixelSize {
    PixelSize(width: (width + shrink - 1) / shrink, height: (height + shrink - 1) / shrink)
  }
}

extension PhotoSource {
  /// Returns the photo's own pixels as a JPEG file without its metadata, if they are suitable.
  ///
  /// They are for an upright JPEG in sRGB of luma and chroma, baseline or progressive, within a size and a number of
  /// bytes; nothing is decoded, so nothing is lost (decision 0210). Whether the data is undamaged is known only from
  /// ``Raster/isSound``. `nil` if the photo must be encoded again.
  public func ownJPEG(longEdge: Int, byteLimit: Int) -> EncodedPicture? {
    guard loader == .jpeg, case .sRGB = planeColours, header.orientation == 1,
      header.size.longEdge <= longEdge, let bare = BareJPEG(bytes)
    else { return nil }
    let file = JPEGFile.tagged(bare.stream)
    guard file.count <= byteLimit else { return nil }
    return EncodedPicture(
      bytes: file, format: .jpg, size: header.size, quality: nil, isOverLimit: false)
  }
}

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
    // The decoder turns these by the picture's own data, and Exif must be ignored, but for a raw file's.
    if format == .jxl, scan.exif == nil { return 1 }
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
      exifSize: exif?.pictureSize, subjectArea: exif?.subjectArea ?? [])
    capture = exif?.capture ?? PhotoCapture()
    appleHeadroom = exif?.appleHeadroom
  }
}
