/// The layout of a BMP picture: Microsoft's BITMAPFILEHEADER, BITMAPCOREHEADER, BITMAPINFOHEADER and
/// BITMAPV5HEADER, and the intermediate forms.
struct BMPLayout: Equatable {
  let width: Int
  let height: Int
  /// Whether the first row in the file is the upper one.
  let isTopDown: Bool
  /// 1, 2, 4 or 8 for indices into ``palette``, 16, 24 or 32 for colours.
  let bitsPerPixel: Int
  /// Whether runs of equal indices are packed: RLE8 and RLE4.
  let isPacked: Bool
  /// Red, green and blue of each index.
  let palette: [[UInt8]]
  /// The bits of red, green, blue and alpha in pixels of 16 and 32 bits; 0 for none.
  let masks: [Int]
  /// The offset of the pixels.
  let start: Int
  /// Where an embedded colour profile is.
  let profile: Range<Int>?

  /// The bytes of a row that is not packed: whole words of 4 bytes.
  var rowBytes: Int { (bitsPerPixel * width + 31) / 32 * 4 }
  var hasAlpha: Bool { masks.count == 4 && masks[3] != 0 }
}

/// Reads a BMP's headers (decision 0231).
struct BMPScanner {
  let file: ByteView

  func scan() throws(ScanProblem) -> PhotoScan {
    let layout = try layout()
    var scan = PhotoScan(width: layout.width, height: layout.height)
    if let profile = layout.profile {
      var metadata = MetadataTally("BMP")
      try metadata.addProfile(profile.count)
      scan.profile = Array(file.bytes(at: profile.lowerBound, length: profile.count))
    }
    return scan
  }

  /// The known headers, by their number of bytes: OS/2, Windows 3, two of Adobe's, OS/2 2, and Windows 4 and 5.
  static let headers: Set = [12, 40, 52, 56, 64, 108, 124]

  /// Reads the layout; the size is not compared with a limit yet.
  func layout() throws(ScanProblem) -> BMPLayout {
    guard let header = u32(14), let start = u32(10) else { throw endOfFile }
    guard Self.headers.contains(header) else {
      throw .corrupt("The BMP file has a header of \(header) bytes, a length that no BMP has.")
    }
    let isOld = header == 12
    guard let width = isOld ? u16(18) : signed(18), let height = isOld ? u16(20) : signed(22),
      let bits = u16(isOld ? 24 : 28), let packing = isOld ? 0 : u32(30),
      let used = isOld ? 0 : u32(46), 14 + header <= file.count
    else { throw endOfFile }
    guard width > 0, height != 0 else {
      throw .corrupt("The header declares a picture of \(width)×\(abs(height)) pixels.")
    }
    try check(packing, bits: bits, header: header)
    guard start == 0 || start >= 14 + header else {
      throw .corrupt("The BMP file's pixels begin at byte \(start), inside its header.")
    }
    let masks = try masks(packing, bits: bits, header: header)
    let palette = bits <= 8 ? try palette(header, bits: bits, used: used) : []
    // Without an offset the pixels follow what describes them, as in Chromium and Pillow.
    let described =
      14 + header + (isOld ? 3 : 4) * palette.count
      + (header == 40 && packing > 2 ? 4 * masks.count : 0)
    let layout = BMPLayout(
      width: width, height: abs(height), isTopDown: height < 0, bitsPerPixel: bits,
      isPacked: packing == 1 || packing == 2,
      palette: palette, masks: masks, start: start == 0 ? described : start,
      profile: profile(header))
    try checkPixels(layout)
    return layout
  }

  private func check(_ packing: Int, bits: Int, header: Int) throws(ScanProblem) {
    if packing == 4 || packing == 5, header != 64 {
      throw .unsupported("a BMP with \(packing == 4 ? "JPEG" : "PNG") inside")
    }
    let depths: [Int]? = [
      0: [1, 2, 4, 8, 16, 24, 32], 1: [8], 2: [4], 3: [16, 32], 6: [16, 32],
    ][packing]
    guard let depths, depths.contains(bits), header != 64 || packing < 3 else {
      throw .corrupt(
        "The BMP file has \(bits) bits a pixel with packing \(packing), which no BMP has.")
    }
  }

  /// The bits of red, green, blue and alpha, 5 or 8 of each unless the file states others.
  private func masks(_ packing: Int, bits: Int, header: Int) throws(ScanProblem) -> [Int] {
    guard packing == 3 || packing == 6 else {
      return bits == 16 ? [0x7C00, 0x3E0, 0x1F] : bits == 32 ? [0xFF0000, 0xFF00, 0xFF] : []
    }
    // They follow the smallest header, and are at the same place in the larger ones.
    let count = packing == 6 || header >= 56 ? 4 : 3
    let masks = (0..<count).compactMap { u32(54 + 4 * $0) }
    guard masks.count == count else { throw endOfFile }
    // ImageMagick's old form without masks has pixels in their place.
    guard zip(masks, masks.dropFirst()).allSatisfy({ $0 & $1 == 0 }) else {
      throw .corrupt("The BMP file's masks of colours overlap.")
    }
    return masks
  }

  private func palette(_ header: Int, bits: Int, used: Int) throws(ScanProblem) -> [[UInt8]] {
    let entry = header == 12 ? 3 : 4
    let count = used == 0 ? 1 << bits : min(used, 1 << bits)
    let start = 14 + header
    guard start + entry * count <= file.count else { throw endOfFile }
    return (0..<count).map { index in
      Array(file.bytes(at: start + entry * index, length: 3).reversed())
    }
  }

  private func profile(_ header: Int) -> Range<Int>? {
    guard header == 124, u32(70) == 0x4D42_4544, let start = u32(126), let length = u32(130),
      length > 0, start + 14 <= file.count - length
    else { return nil }
    return start + 14..<start + 14 + length
  }

  /// Rows that are not packed must be inside the file; the padding of the last one may be missing.
  private func checkPixels(_ layout: BMPLayout) throws(ScanProblem) {
    let last = layout.start + (layout.bitsPerPixel * layout.width + 7) / 8
    let needed =
      layout.isPacked
      ? layout.start : layout.rowBytes.capped(times: layout.height - 1).capped(plus: last)
    guard needed <= file.count else {
      throw .truncated("The BMP file needs \(needed) bytes; it ends after \(file.count).")
    }
  }

  private var endOfFile: ScanProblem {
    .truncated("The BMP file ends inside its header, after \(file.count) bytes.")
  }

  private func u16(_ offset: Int) -> Int? { file.number(at: offset, bytes: 2, bigEndian: false) }
  private func u32(_ offset: Int) -> Int? { file.number(at: offset, bytes: 4, bigEndian: false) }
  private func signed(_ offset: Int) -> Int? {
    u32(offset).map { Int(Int32(truncatingIfNeeded: $0)) }
  }
}
