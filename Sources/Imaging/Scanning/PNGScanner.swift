/// The walk through a PNG's chunks: ISO/IEC 15948 section 5.
struct PNGScanner {
  let file: ByteView
  let limits: ImagingLimits

  func scan() throws(ScanProblem) -> PhotoScan {
    var scan = try header()
    var walk = PNGWalk(file, from: 33)
    var hasPixels = false
    var colours = PNGColourChunks(file)
    var metadata = MetadataTally("PNG")
    while true {
      let (start, step) = (walk.offset, walk.next())
      if hasPixels, step == nil || step?.type == "IEND" && step?.isWhole == false {
        scan.decodable = Array(file.prefix(start)) + PictureFormat.png.end
        scan.flags = [.missingEnd]
        break
      }
      let chunk = try chunk(step)
      hasPixels = hasPixels || chunk.type == "IDAT"
      if chunk.type == "IEND" { break }
      try count(chunk, in: &metadata)
      note(chunk, isBehindPixels: hasPixels, in: &scan)
      if !hasPixels { colours.note(chunk.type, chunk.data) }
    }
    guard hasPixels else { throw .corrupt("The PNG file has no chunk of pixels (IDAT).") }
    // The colour type of grey, with and without alpha: 11.2.1.
    scan.profile = colours.stated?.profile(
      isGrey: file.u8(at: 25).map { $0 & 3 == 0 } ?? false,
      isNeeded: colours.codesReplaceProfile)
    return scan
  }

  /// Keeps data that libpng and libvips do not pass on: Exif after the pixels, behind a JPEG's mark or in a text, and
  /// the profile, which libpng refuses if it declares more bytes than it has.
  private func note(_ chunk: PNGWalk.Step, isBehindPixels: Bool, in scan: inout PhotoScan) {
    let data = file.bytes(at: chunk.data.lowerBound, length: chunk.data.count)
    if chunk.type == "eXIf", isBehindPixels || data.starts(with: "Exif\0\0".utf8), scan.exif == nil
    {
      scan.exif = Array(data)
    }
    scan.exifText = scan.exifText ?? PNGExifText(chunk.type, data)
    if chunk.type == "iCCP", !isBehindPixels, scan.packedProfile == nil {
      scan.packedProfile = Array(data)
    }
  }

  /// The greatest compression ratio of deflate: https://zlib.net/zlib_tech.html.
  private static let deflateRatio = 1032
  /// The most bytes that libpng unpacks from one chunk, its `PNG_USER_CHUNK_MALLOC_MAX`.
  private static let longestUnpacked = 8_000_000

  /// Counts the bytes that libpng keeps of a chunk: texts, palettes and Exif, and the greatest unpacked size of a
  /// packed one.
  private func count(
    _ chunk: PNGWalk.Step, in metadata: inout MetadataTally
  ) throws(ScanProblem) {
    let length = chunk.data.count
    let unpacked = min(Self.deflateRatio * length, Self.longestUnpacked)
    switch chunk.type {
    case "tEXt", "eXIf", "sPLT": try metadata.add(length)
    case "zTXt", "iCCP": try metadata.add(unpacked)
    case "iTXt": try metadata.add(isPackedText(at: chunk.data.lowerBound) ? unpacked : length)
    default: break
    }
  }

  /// Whether an `iTXt` is compressed: a 1 follows the zero that ends its keyword.
  private func isPackedText(at offset: Int) -> Bool {
    file.next(0, from: offset).map { file.u8(at: $0 + 1) == 1 } ?? false
  }

  private func header() throws(ScanProblem) -> PhotoScan {
    guard let width = file.u32(at: 16), let height = file.u32(at: 20), file.count >= 33 else {
      throw .truncated("The PNG file ends inside its header, after \(file.count) bytes.")
    }
    if file.hasText("CgBI", at: 12) { throw .unsupported("a PNG in Apple's private CgBI form") }
    guard file.u32(at: 8) == 13, file.hasText("IHDR", at: 12) else {
      throw .corrupt("The PNG file does not start with a header chunk (IHDR) of 13 bytes.")
    }
    try limits.check(width: width, height: height, of: .png)
    return PhotoScan(width: width, height: height)
  }

  private func chunk(_ step: PNGWalk.Step?) throws(ScanProblem) -> PNGWalk.Step {
    guard let step else {
      throw .truncated("The PNG file ends after \(file.count) bytes without its end chunk (IEND).")
    }
    if step.isWhole { return step }
    throw .truncated(
      "The PNG chunk at byte \(step.data.lowerBound - 8) needs \(step.data.upperBound + 4) bytes; "
        + "the file ends after \(file.count).")
  }
}

/// Exif as hexadecimal text, which ImageMagick and ExifTool wrote into PNGs before there was a chunk for it (`eXIf`).
struct PNGExifText: Equatable {
  let isPacked: Bool
  /// A keyword and a zero; if packed, the method and the deflated text, else the text.
  let chunk: [UInt8]

  private static let keywords = ["exif", "APP1"].map { Array("Raw profile type \($0)\0".utf8) }

  /// Recognises a chunk by its type and keyword; `nil` for all others.
  init?(_ type: String, _ data: ArraySlice<UInt8>) {
    guard type == "zTXt" || type == "tEXt",
      Self.keywords.contains(where: { data.starts(with: $0) })
    else { return nil }
    (isPacked, chunk) = (type == "zTXt", Array(data))
  }

  /// The block; `nil` if the text is damaged.
  ///
  /// After a line break the text has a name, the number of bytes, and their digits in lines.
  var exif: [UInt8]? {
    let text = isPacked ? PNGWalk.unpacked(chunk) : Array(chunk.dropFirst(Self.keywords[0].count))
    guard let lines = text?.split(separator: UInt8(ascii: "\n"), maxSplits: 2), lines.count == 3,
      let count = Int(String(decoding: lines[1].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self))
    else { return nil }
    let digits = lines[2].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard count > 0, digits.count / 2 == count else { return nil }
    return (0..<count).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
  }
}
