import CPNG

/// Walks through a PNG from chunk to chunk, by their declared lengths: ISO/IEC 15948, 5.3.
struct PNGWalk {
  /// A chunk whose length and type are in the file.
  struct Step {
    /// Its four bytes as one character each.
    let type: String
    /// The range of its data, if the file is as long as the chunk declares.
    let data: Range<Int>
    /// Whether the file holds its data and its checksum.
    let isWhole: Bool
  }

  private let file: ByteView
  /// Where the next chunk starts, if every one before was whole.
  private(set) var offset: Int

  /// Starts at an offset in a file; the first chunk's is 8.
  init(_ file: ByteView, from offset: Int = 8) {
    self.file = file
    self.offset = offset
  }

  /// The next chunk; `nil` if the file ends before its type does.
  mutating func next() -> Step? {
    guard let length = file.u32(at: offset), let type = file.text(at: offset + 4, length: 4) else {
      return nil
    }
    let data = offset + 8..<offset + 8 + length
    offset = data.upperBound + 4
    return Step(type: type, data: data, isWhole: offset <= file.count)
  }

  /// Whether the stored CRC-32 of each chunk of pixels equals that of its type and data.
  ///
  /// libvips 8.16 and later decode chunks with a wrong one.
  static func hasSoundPixels(_ bytes: [UInt8]) -> Bool {
    let file = ByteView(bytes)
    var walk = PNGWalk(file)
    while let chunk = walk.next(), chunk.isWhole {
      if chunk.type != "IDAT" { continue }
      let (start, end) = (chunk.data.lowerBound, chunk.data.upperBound)
      let computed = bytes[start - 4..<end].crc32
      if file.u32(at: end) != Int(computed) { return false }
    }
    return true
  }

  /// The most bytes that are unpacked, our choice, four times the largest profile that systems ship.
  private static let inflationLimit = 2 << 20

  /// Unpacks the data of a chunk of the kinds `iCCP` and `zTXt`: a name, a zero, the method, and what is deflated;
  /// `nil` if nothing is.
  static func unpacked(_ data: [UInt8]) -> [UInt8]? {
    guard let zero = data.firstIndex(of: 0), zero + 2 < data.count else { return nil }
    var whole = [UInt8](repeating: 0, count: inflationLimit)
    let deflated = data[(zero + 2)...]
    let count = deflated.withUnsafeBufferPointer { input in
      cpng_inflate(input.baseAddress, input.count, &whole, whole.count)
    }
    return count == 0 ? nil : Array(whole.prefix(count))
  }
}
