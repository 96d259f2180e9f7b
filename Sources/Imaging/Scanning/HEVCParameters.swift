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

  /// What a sequence parameter set declares: 7.3.2.2.
  struct Sequence {
    /// The decoder allocates this size, whatever the file declares: 58 KB that are declared as 64×64 can request
    /// gigabytes.
    let width, height: Int
    /// Colours and range (E.2.1); `nil` if they are not stated.
    let colours: HEIFCodePoints?
  }

  /// Every sequence parameter set that can be read.
  var sequences: [Sequence] {
    units.filter { (file.u8(at: $0.lowerBound) ?? 0) >> 1 & 0x3F == Self.sequenceParameters }
      .compactMap { Self.sequence(Array(file.bytes(at: $0.lowerBound, length: $0.count))) }
  }

  /// Reads a sequence parameter set, which begins with its unit's header of two bytes.
  private static func sequence(_ unit: [UInt8]) -> Sequence? {
    var bits = BitReader(withoutEscapes: unit.dropFirst(2))
    bits.skip(4)
    guard let layers = bits.bits(3) else { return nil }
    // One flag, then the general profile and level.
    bits.skip(1 + 96)
    var layerBits = 0
    for _ in 0..<layers {
      layerBits += (bits.flag() ? 88 : 0) + (bits.flag() ? 8 : 0)
    }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    bits.skip(layerBits)
    // The set's own number, then the sampling of chroma; whole chroma may be three pictures.
    guard bits.exponentialGolomb() != nil, let chroma = bits.exponentialGolomb() else { return nil }
    if chroma == 3 { bits.skip(1) }
    guard let width = bits.exponentialGolomb(), let height = bits.exponentialGolomb() else {
      return nil
    }
    return Sequence(width: width, height: height, colours: bits.colours(layers: layers + 1))
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

  /// The next bit; `false` at the end.
  mutating func flag() -> Bool { bits(1) == 1 }

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

  /// The colours and the range behind a sequence's size: 7.3.2.2 and E.2.1.
  mutating func colours(layers: Int) -> HEIFCodePoints? {
    // The part that is shown; the depths of luma and chroma.
    if flag() { skipNumbers(4) }
    skipNumbers(2)
    guard let orderBits = exponentialGolomb(), orderBits <= 12 else { return nil }
    // Buffers of every layer or of the last one; sizes and depths of blocks.
    skipNumbers(3 * (flag() ? layers : 1) + 6)
    if flag(), flag() { skipScalingLists() }
    // Two tools; samples that are not coded: their depths and sizes, and whether they are filtered.
    skip(2)
    if flag() {
      skip(8)
      skipNumbers(2)
      skip(1)
    }
    guard skipReferences() else { return nil }
    if flag() {
      guard let count = exponentialGolomb(), count <= 32 else { return nil }
      skip(count * (orderBits + 5))
    }
    // Two tools; then whether anything is stated: the shape of pixels, overscan, the signal's kind.
    skip(2)
    guard flag() else { return nil }
    if flag(), bits(8) == 255 { skip(32) }
    if flag() { skip(1) }
    guard flag(), bits(3) != nil, let range = bits(1) else { return nil }
    let codes = flag() ? (0..<3).compactMap { _ in bits(8) } : [2, 2, 2]
    guard codes.count == 3 else { return nil }
    return HEIFCodePoints(
      primaries: codes[0], transfer: codes[1], matrix: codes[2], isFullRange: range == 1)
  }

  private mutating func skipNumbers(_ count: Int) {
    for _ in 0..<count { _ = exponentialGolomb() }
  }

  /// 7.3.4: each list is another one's or has a number for each place, and one more for the larger blocks.
  private mutating func skipScalingLists() {
    for size in 0..<4 {
      for _ in 0..<(size == 3 ? 2 : 6) {
        skipNumbers(flag() ? min(64, 16 << (2 * size)) + (size > 1 ? 1 : 0) : 1)
      }
    }
  }

  /// 7.3.7, of every set; returns whether they were read.
  private mutating func skipReferences() -> Bool {
    guard let count = exponentialGolomb(), count <= 64 else { return false }
    var pictures = 0
    for index in 0..<count {
      if index > 0, flag() {
        // Those of the set before, and one more, each used, kept or neither.
        skip(1)
        skipNumbers(1)
        var kept = 0
        for _ in 0...pictures where flag() || flag() { kept += 1 }
        pictures = kept
      } else {
        guard let before = exponentialGolomb(), let behind = exponentialGolomb(),
          before + behind <= 16
        else { return false }
        pictures = before + behind
        for _ in 0..<pictures {
          skipNumbers(1)
          skip(1)
        }
      }
    }
    return true
  }
}
