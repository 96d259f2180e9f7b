/// The contents of a PNG's IHDR chunk, valid or not.
package struct PNGHeader: Hashable, Sendable {
  /// The number of columns; 0 is not allowed, but occurs in files.
  package var width: Int
  package var height: Int
  /// Bits per sample, or per palette index: 1, 2, 4, 8 or 16 in a correct file.
  package var bitDepth: Int
  /// The number of the colour type: 0, 2, 3, 4 or 6 in a correct file.
  package var colorType: Int
  /// The compression method; only 0 exists.
  package var compression: Int
  /// The filter method; only 0 exists.
  package var filter: Int
  /// The interlace method: 0 for none, 1 for Adam7.
  package var interlace: Int

  /// Whether every pixel carries its own alpha: colour types 4 and 6.
  package var hasAlphaChannel: Bool { colorType == 4 || colorType == 6 }

  /// Whether the pixels are indices into PLTE.
  package var isIndexed: Bool { colorType == 3 }

  /// Whether the pixels are shades of grey, with or without alpha.
  package var isGrey: Bool { colorType == 0 || colorType == 4 }

  /// Whether the rows come in Adam7's seven passes.
  package var isInterlaced: Bool { interlace == 1 }

  /// The number of pixels; sides are below 2³², so it fits.
  package var pixelCount: UInt64 { UInt64(width) * UInt64(height) }

  /// The first value that the PNG specification (third edition, 11.2.1) does not allow, in words.
  package var violation: String? {
    if !(1...Self.longestSide).contains(width) || !(1...Self.longestSide).contains(height) {
      return "declares \(width)×\(height) pixels; each side must be 1 to \(Self.longestSide)"
    }
    guard let depths = Self.depths[colorType] else {
      return "has colour type \(colorType); 0, 2, 3, 4 and 6 exist"
    }
    if !depths.contains(bitDepth) {
      let allowed = depths.map(String.init).joined(separator: ", ")
      return "has \(bitDepth) bits with colour type \(colorType), which allows \(allowed)"
    }
    if compression != 0 || filter != 0 || interlace > 1 {
      return "names methods \(compression), \(filter), \(interlace) for compression, filter and "
        + "interlace; 0, 0 and 0 or 1 exist"
    }
    return nil
  }

  private static let longestSide = 0x7fff_ffff
  private static let depths = [
    0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
  ]
}

extension PNGHeader {
  /// Reads the 13 bytes of an IHDR chunk; `nil` for any other number of bytes.
  init?(_ bytes: ArraySlice<UInt8>) {
    let file = ByteView(Array(bytes))
    guard file.count == 13, let width = file.u32(at: 0), let height = file.u32(at: 4) else {
      return nil
    }
    let rest = bytes.suffix(5).map { Int($0) }
    self.init(
      width: width, height: height, bitDepth: rest[0], colorType: rest[1], compression: rest[2],
      filter: rest[3], interlace: rest[4])
  }
}
