/// A PNG of given samples, written without compression so that a test knows every byte.
struct TestPNG {
  /// PNG's colour types: ISO/IEC 15948 section 11.2.2.
  enum Kind: UInt8 {
    case grey = 0
    case rgb = 2
    case greyAlpha = 4
    case rgba = 6

    var bands: Int { [.grey: 1, .rgb: 3, .greyAlpha: 2, .rgba: 4][self] ?? 1 }
  }

  var width: Int
  var height: Int
  var kind = Kind.rgb
  var bitDepth: UInt8 = 8
  /// All samples in file order; two bytes each, high byte first, at a bit depth of 16.
  var samples: [UInt8]
  /// Chunks between header and pixels.
  var extra: [(type: String, data: [UInt8])] = []
  /// Chunks between pixels and end.
  var behind: [(type: String, data: [UInt8])] = []

  var bytes: [UInt8] {
    let header = big(width) + big(height) + [bitDepth, kind.rawValue, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + chunk("IHDR", header)
      + extra.flatMap { chunk($0.type, $0.data) } + chunk("IDAT", Self.zlib(rows))
      + behind.flatMap { chunk($0.type, $0.data) } + chunk("IEND", [])
  }

  /// Every row with its filter type 0 before it.
  private var rows: [UInt8] {
    let stride = width * kind.bands * Int(bitDepth) / 8
    return (0..<height).flatMap { [0] + samples[$0 * stride..<($0 + 1) * stride] }
  }

  private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + data
    return big(data.count) + content + big(Int(Self.crc(content)))
  }

  private func big(_ value: Int) -> [UInt8] { Self.big(value) }

  static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A zlib stream of stored blocks: RFC 1950 and RFC 1951 section 3.2.4.
  static func zlib(_ data: [UInt8]) -> [UInt8] {
    let starts = Array(stride(from: 0, to: max(1, data.count), by: 65535))
    let blocks = starts.flatMap { start -> [UInt8] in
      let part = data[start..<min(start + 65535, data.count)]
      let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
      return [start == starts.last ? 1 : 0, low, high, ~low, ~high] + part
    }
    var a = 1
    var b = 0
    for byte in data {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return [0x78, 0x01] + blocks + big(b << 16 | a)
  }

  /// The checksum of ISO/IEC 15948 annex D.
  private static func crc(_ data: [UInt8]) -> UInt32 {
    ~data.reduce(0xFFFF_FFFF as UInt32) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
      }
    }
  }
}
