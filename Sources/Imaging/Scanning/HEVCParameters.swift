/// The contents of the configuration box of an HEVC stream: ISO/IEC 14496-15, 8.3.3.1.
struct HEVCParameters {
  /// The positions of the units in the box, in order.
  let units: [Range<Int>]
  /// The number of bytes of a unit's length, in the stream itself.
  let lengthSize: Int
  private let file: ByteView

  /// Reads the content of a configuration box; parts beyond its end are skipped.
  init(_ file: ByteView, configuration: Range<Int>) {
    self.file = file
    lengthSize = (file.u8(at: configuration.lowerBound + 21) ?? 0) & 3 + 1
    var units: [Range<Int>] = []
    var offset = configuration.lowerBound + 22
    let arrayCount = file.u8(at: offset) ?? 0
    offset += 1
    for _ in 0..<arrayCount {
      guard let count = file.u16(at: offset + 1) else { break }
      offset += 3
      for _ in 0..<count {
        guard let length = file.u16(at: offset), offset + 2 + length <= configuration.upperBound
        else { break }
        units.append(offset + 2..<offset + 2 + length)
        offset += 2 + length
      }
    }
    self.units = units
  }
}

extension HEVCParameters {
  /// The kinds of units besides a picture's own that are needed to decode it: Table 7-1 of ISO/IEC 23008-2.
  static let parameterSets = 32...34
  private static let sequenceParameters = 33

  /// How much larger than declared a stream may be, in columns or rows: HEVC's largest coding block, to whole ones of
  /// which encoders pad (ISO/IEC 23008-2, 7.4.3.2.1).
  static let codingBlock = 64

  /// The kind of a unit; `nil` for one of another layer, which shows another picture: 7.3.1.2.
  static func kind(of unit: Range<Int>, in file: ByteView) -> Int? {
    guard unit.count >= 2, let header = file.u16(at: unit.lowerBound), header & 0x81F8 == 0 else {
      return nil
    }
    return header >> 9
  }

  /// Width and height of every sequence parameter set that can be read: 7.3.2.2.
  ///
  /// The decoder allocates the size that its stream declares, whatever the file declares: 58 KB that are declared as
  /// 64×64 can request gigabytes.
  var sizes: [(width: Int, height: Int)] {
    units.filter { (file.u8(at: $0.lowerBound) ?? 0) >> 1 & 0x3F == Self.sequenceParameters }
      .compactMap { Self.size(Array(file.bytes(at: $0.lowerBound, length: $0.count))) }
  }

  /// The size in a sequence parameter set, which begins with its unit's header of two bytes.
  private static func size(_ unit: [UInt8]) -> (width: Int, height: Int)? {
    var bits = BitReader(withoutEscapes: unit.dropFirst(2))
    bits.skip(4)
    guard let layers = bits.bits(3) else { return nil }
    // One flag, then the general profile and level.
    bits.skip(1 + 96)
    var layerBits = 0
    for _ in 0..<layers {
      layerBits += (bits.bits(1) == 1 ? 88 : 0) + (bits.bits(1) == 1 ? 8 : 0)
    }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    bits.skip(layerBits)
    // The set's own number, then the sampling of chroma; whole chroma may be three pictures.
    guard bits.exponentialGolomb() != nil, let chroma = bits.exponentialGolomb() else { return nil }
    if chroma == 3 { bits.skip(1) }
    guard let width = bits.exponentialGolomb(), let height = bits.exponentialGolomb() else {
      return nil
    }
    return (width, height)
  }
}

/// Bits of a unit of HEVC, the highest of each byte first.
private struct BitReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Reads bytes; a 3 after two zeros only prevents a false start code, and is skipped.
  init(withoutEscapes escaped: ArraySlice<UInt8>) {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in escaped {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    self.bytes = bytes
  }

  mutating func skip(_ count: Int) { position += count }

  /// The next bits as a number; `nil` at the end.
  mutating func bits(_ count: Int) -> Int? {
    guard position + count <= 8 * bytes.count else { return nil }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position / 8] >> (7 - position % 8) & 1)
      position += 1
    }
    return value
  }

  /// A number whose length is given by leading zeros: 9.2; `nil` at the end or above 32 bits.
  mutating func exponentialGolomb() -> Int? {
    var zeros = 0
    while let bit = bits(1) {
      if bit == 1 { return bits(zeros).map { 1 << zeros - 1 + $0 } }
      zeros += 1
      if zeros > 32 { return nil }
    }
    return nil
  }
}
