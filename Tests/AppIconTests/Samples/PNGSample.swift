import Foundation
import Imaging

/// A PNG built field by field, so that tests can make each of them wrong.
///
/// As it starts it is an icon that breaks no rule: 64×64, 8-bit RGB, sRGB, two colours side by side.
struct PNGSample {
  var width = 64
  var height = 64
  var bitDepth = 8
  var colorType = 2
  var interlace = 0
  /// Chunks between IHDR and IDAT.
  var chunks: [(String, [UInt8])] = [("sRGB", [0])]
  /// Bytes behind IEND.
  var trailing: [UInt8] = []
  /// The bytes of one pixel; its number of bytes must fit depth and colour type.
  var pixel: (_ x: Int, _ y: Int) -> [UInt8] = { x, _ in x < 32 ? [40, 90, 160] : [240, 240, 235] }
  /// Replaces the deflated rows.
  var imageData: [UInt8]?

  /// The file's bytes.
  var data: Data {
    let header = bigEndian(width) + bigEndian(height)
    let kinds = [UInt8(bitDepth), UInt8(colorType), 0, 0, UInt8(interlace)]
    var file = Data(PNGStructure.signature) + chunk("IHDR", header + kinds)
    for (type, bytes) in chunks { file += chunk(type, bytes) }
    file += chunk("IDAT", imageData ?? Self.stored(rows))
    return file + chunk("IEND", []) + Data(trailing)
  }

  /// Scanlines of one pass, each with filter 0; enough for tests, also of Adam7 with one pixel.
  private var rows: [UInt8] {
    (0..<height).flatMap { y in [0] + (0..<width).flatMap { x in pixel(x, y) } }
  }

  private func chunk(_ type: String, _ bytes: [UInt8]) -> Data {
    PNGEncoder.chunk(type, Data(bytes))
  }

  private func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// A zlib stream of stored blocks (RFC 1950 and 1951).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    let size = 65_535
    for start in stride(from: 0, to: max(bytes.count, 1), by: size) {
      let block = bytes[start..<min(start + size, bytes.count)]
      let isLast: UInt8 = start + size >= bytes.count ? 1 : 0
      let low = UInt8(block.count & 255)
      let high = UInt8(block.count >> 8)
      stream += [isLast, low, high, ~low, ~high] + block
    }
    var first: UInt32 = 1
    var second: UInt32 = 0
    for byte in bytes {
      first = (first + UInt32(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return stream + [second >> 8, second, first >> 8, first].map { UInt8(truncatingIfNeeded: $0) }
  }
}

extension PNGSample {
  /// The sample with some fields changed.
  static func with(_ change: (inout PNGSample) -> Void) -> Data {
    var sample = PNGSample()
    change(&sample)
    return sample.data
  }

  /// A picture of 1024×1024 whose rows are all alike.
  static func rows(
    _ row: [UInt8], colorType: Int = 2, bitDepth: Int = 8, _ chunks: [(String, [UInt8])]
  ) -> Data {
    with { sample in
      (sample.width, sample.height) = (1024, 1024)
      (sample.colorType, sample.bitDepth, sample.chunks) = (colorType, bitDepth, chunks)
      sample.pixel = { x, _ in x == 0 ? row : [] }
    }
  }
}
