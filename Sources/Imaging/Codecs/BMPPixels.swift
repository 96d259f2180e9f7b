/// The samples of a BMP picture, row by row from the top: red, green, blue, and alpha if there is one.
struct BMPPixels {
  let layout: BMPLayout
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) throws(ScanProblem) {
    layout = try BMPScanner(file: ByteView(bytes)).layout()
    self.bytes = bytes
  }

  var bandCount: Int { layout.hasAlpha ? 4 : 3 }

  func samples() -> [UInt8] {
    let count = layout.width * layout.height
    return [UInt8](unsafeUninitializedCapacity: bandCount * count) { samples, written in
      if layout.bitsPerPixel <= 8 {
        writeColours(of: layout.isPacked ? unpacked() : indices(), to: &samples)
      } else if layout.masks.isEmpty {
        writeTriples(to: &samples)
      } else {
        writeMasked(to: &samples)
      }
      if layout.hasAlpha { showHidden(&samples) }
      written = bandCount * count
    }
  }

  /// Where a row from the top begins in the file.
  private func start(ofRow row: Int) -> Int {
    let stored = layout.isTopDown ? row : layout.height - 1 - row
    return layout.start + stored * layout.rowBytes
  }

  /// 24 bits: blue, green, red.
  private func writeTriples(to samples: inout UnsafeMutableBufferPointer<UInt8>) {
    var place = 0
    for row in 0..<layout.height {
      let start = start(ofRow: row)
      for offset in stride(from: start, to: start + 3 * layout.width, by: 3) {
        (samples[place], samples[place + 1], samples[place + 2]) =
          (bytes[offset + 2], bytes[offset + 1], bytes[offset])
        place += 3
      }
    }
  }

  /// 16 or 32 bits: each band is a part of them, scaled to 8 bits.
  private func writeMasked(to samples: inout UnsafeMutableBufferPointer<UInt8>) {
    let size = layout.bitsPerPixel / 8
    let bands = layout.masks.prefix(bandCount).map { mask in
      (mask: mask, shift: mask == 0 ? 0 : mask.trailingZeroBitCount)
    }
    var place = 0
    for row in 0..<layout.height {
      let start = start(ofRow: row)
      for offset in stride(from: start, to: start + size * layout.width, by: size) {
        let value = (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        for band in bands {
          let most = max(1, band.mask >> band.shift)
          samples[place] = UInt8(((value & band.mask) >> band.shift * 255 + most / 2) / most)
          place += 1
        }
      }
    }
  }

  /// Makes a picture opaque whose alpha is 0 everywhere: its writer meant none.
  private func showHidden(_ samples: inout UnsafeMutableBufferPointer<UInt8>) {
    let places = stride(from: 3, to: 4 * layout.width * layout.height, by: 4)
    if places.allSatisfy({ samples[$0] == 0 }) { for place in places { samples[place] = 255 } }
  }

  /// Colours by index; indices beyond the palette are black, as in Windows.
  private func writeColours(
    of indices: [UInt8], to samples: inout UnsafeMutableBufferPointer<UInt8>
  ) {
    let black: [UInt8] = [0, 0, 0]
    let palette = (0..<256).map { $0 < layout.palette.count ? layout.palette[$0] : black }
    for (pixel, index) in indices.enumerated() {
      for band in 0..<3 { samples[3 * pixel + band] = palette[Int(index)][band] }
    }
  }

  /// One index a pixel, of 1, 2, 4 or 8 bits, the highest first.
  private func indices() -> [UInt8] {
    let (width, bits) = (layout.width, layout.bitsPerPixel)
    var indices = [UInt8](repeating: 0, count: width * layout.height)
    for row in 0..<layout.height {
      let start = start(ofRow: row)
      for column in 0..<width {
        let byte = bytes[start + column * bits / 8]
        let shift = 8 - bits - column * bits % 8
        indices[row * width + column] =
          byte >> UInt8(shift) & UInt8(truncatingIfNeeded: 1 << bits - 1)
      }
    }
    return indices
  }

  /// The indices of runs (BI_RLE8 and BI_RLE4); pixels that no run reaches have index 0.
  private func unpacked() -> [UInt8] {
    var indices = [UInt8](repeating: 0, count: layout.width * layout.height)
    let isHalf = layout.bitsPerPixel == 4
    var (column, row, offset) = (0, 0, layout.start)
    func put(_ index: UInt8) {
      if column < layout.width {
        let down = layout.isTopDown ? row : layout.height - 1 - row
        indices[down * layout.width + column] = index
      }
      column += 1
    }
    while offset + 1 < bytes.count, row < layout.height {
      let (count, code) = (Int(bytes[offset]), bytes[offset + 1])
      offset += 2
      switch (count, code) {
      case (0, 0): (column, row) = (0, row + 1)
      case (0, 1): return indices
      case (0, 2):
        guard offset + 1 < bytes.count else { return indices }
        (column, row) = (column + Int(bytes[offset]), row + Int(bytes[offset + 1]))
        offset += 2
      case (0, let length):
        let byteCount = isHalf ? (Int(length) + 1) / 2 : Int(length)
        guard offset + byteCount <= bytes.count else { return indices }
        for place in 0..<Int(length) {
          put(isHalf ? Self.half(bytes[offset + place / 2], place) : bytes[offset + place])
        }
        // Such runs end at an even byte.
        offset += (byteCount + 1) & ~1
      default:
        for place in 0..<count { put(isHalf ? Self.half(code, place) : code) }
      }
    }
    return indices
  }

  /// One of the two indices in a byte, the upper one at even places.
  private static func half(_ byte: UInt8, _ place: Int) -> UInt8 {
    place % 2 == 0 ? byte >> 4 : byte & 15
  }
}
