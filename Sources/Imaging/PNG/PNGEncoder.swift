import CPNG
package import Foundation

/// Writes 8-bit PNGs with exactly the requested chunks.
package enum PNGEncoder {
  /// The colour chunk between IHDR and IDAT.
  package enum ColourChunk: Hashable, Sendable {
    /// `sRGB` with the perceptual intent, as expected of App Store icons.
    case sRGB
    /// A colour chunk, `iCCP` or `cICP`, with its data from another file, byte for byte.
    case copied(String, Data)
  }

  /// Returns a PNG of RGB pixels, three bytes each, row by row from the top left, without alpha, not interlaced,
  /// without metadata; `nil` when libpng fails, because memory is short.
  package static func rgb(_ rgb: [UInt8], size: PixelSize, colour: ColourChunk = .sRGB) -> Data? {
    encode(rgb, size: size, channels: 3, colour: colour)
  }

  /// Returns a PNG of pixels with their alpha channel, not interlaced; `nil` when libpng fails, because memory is
  /// short.
  package static func rgba(_ pixels: PNGPixels, colour: ColourChunk = .sRGB) -> Data? {
    encode(pixels.bytes, size: pixels.size, channels: 4, colour: colour)
  }

  /// Returns a PNG of sRGB pixels fast, with an alpha channel if a pixel is not opaque; the file may be larger.
  ///
  /// The comment is the text of an `iTXt` chunk with the keyword `Comment`. `nil` when memory runs out.
  package static func fast(_ pixels: PNGPixels, comment: String? = nil) -> [UInt8]? {
    let opaque = pixels.isOpaque ? pixels.flattened(on: .black) : nil
    let (pixel, height) = (opaque == nil ? 4 : 3, pixels.size.height)
    let row = pixels.size.width * pixel
    // Eight bits, RGBA or RGB, and the only methods that exist; not interlaced (PNG third edition, 11.2.1).
    let sides = pixels.size.width.bigEndian(bytes: 4) + height.bigEndian(bytes: 4)
    var head = Data(PNGStructure.signature)
    head += chunk("IHDR", Data(sides + [8, opaque == nil ? 6 : 2, 0, 0, 0])) + chunk(for: .sRGB)
    if let comment {
      // Keyword, then: not compressed, no language, no translated keyword (11.3.3.4).
      head += chunk("iTXt", Data("Comment".utf8) + Data(count: 5) + Data(comment.utf8))
    }
    let (type, end) = (Data("IDAT".utf8), chunk("IEND", Data()))
    let capacity = (row + 1) * height * 1001 / 1000 + 64
    let most = head.count + 8 + capacity + 4 + end.count
    // In one array, as a copy would take a tenth of the time of packing.
    let png = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      let data = start + head.count + 8
      let packed = cpng_pack(opaque ?? pixels.bytes, pixel, row, height, data, capacity)
      guard packed > 0 else { return }
      func put(_ bytes: Data) {
        for byte in bytes { (start[count], count) = (byte, count + 1) }
      }
      put(head + packed.bigEndian(bytes: 4) + type)
      count += packed
      let checksum = Int(cpng_crc32(data - type.count, type.count + packed))
      put(Data(checksum.bigEndian(bytes: 4)) + end)
    }
    return png.isEmpty ? nil : png
  }

  private static func encode(
    _ bytes: [UInt8], size: PixelSize, channels: Int, colour: ColourChunk
  ) -> Data? {
    precondition(
      bytes.count == size.area * channels, "\(bytes.count) bytes are not \(size) pixels.")
    // Rows with their filter bytes; deflate enlarges incompressible data by less than one part in 1,000,
    // and libpng frames every 8192 bytes of that by 12.
    let raw = bytes.count + size.height
    let deflated = raw + raw / 1000
    var output = Data(count: deflated + 12 * (deflated / 8192 + 1) + 4096)
    var written = 0
    let capacity = output.count
    let status = output.withUnsafeMutableBytes { target in
      cpng_encode(
        bytes, UInt32(size.width), UInt32(size.height), UInt32(channels),
        target.bindMemory(to: UInt8.self).baseAddress, capacity, &written)
    }
    guard status == CPNG_OK else { return nil }
    // After IHDR, which ends 33 bytes into every PNG.
    let png = output.prefix(written)
    return png.prefix(33) + chunk(for: colour) + png.dropFirst(33)
  }

  private static func chunk(for colour: ColourChunk) -> Data {
    switch colour {
    case .sRGB: chunk("sRGB", Data([0]))
    case .copied(let type, let data): chunk(type, data)
    }
  }

  /// Returns one chunk: length, type, data and checksum.
  package static func chunk(_ type: String, _ data: Data) -> Data {
    let body = Data(type.utf8) + data
    let checksum = Int([UInt8](body)[...].crc32)
    return Data(data.count.bigEndian(bytes: 4)) + body + checksum.bigEndian(bytes: 4)
  }
}
