import CPNG
package import Foundation

/// The chunks of a PNG file, walked without decoding a pixel or allocating for their contents.
///
/// The walk follows the declared lengths from the ninth byte to IEND, checks each CRC-32, and stops at
/// the first length that leads out of the file. It reads on after a wrong signature, so that the
/// report on a damaged file can still say what it was.
package struct PNGStructure: Sendable {
  /// IHDR, when the first chunk is one.
  package private(set) var header: PNGHeader?
  /// The chunks in file order, at most ``chunkLimit`` of them.
  package private(set) var chunks: [PNGChunk] = []
  /// What is wrong, in file order.
  package private(set) var problems: [PNGProblem] = []
  /// The number of bytes behind IEND.
  package private(set) var trailingByteCount = 0
  /// The number of colours in PLTE, 0 without one.
  package private(set) var paletteCount = 0

  /// The walk keeps this many chunks and counts the rest as text, our choice; 40 times what a camera writes.
  package static let chunkLimit = 20_000

  /// The first eight bytes of every PNG (PNG third edition, 5.2).
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Walks a file's bytes.
  package init(_ data: Data) { self.init(walking: data.span) }
}

extension PNGStructure {
  /// Whether the file holds a chunk of this type.
  package func contains(_ type: String) -> Bool { chunks.contains { $0.type == type } }

  /// The first chunk of a type.
  package func first(_ type: String) -> PNGChunk? { chunks.first { $0.type == type } }

  /// Whether tRNS makes a colour or palette entries transparent; it has no meaning beside alpha.
  package var hasTransparencyChunk: Bool { contains("tRNS") }

  /// Whether Xcode's packaging has rewritten the file into Apple's private form.
  package var isAppleOptimised: Bool { chunks.first?.type == "CgBI" }

  /// Whether the file's chunks are such that a decoder can be asked for the pixels.
  package var isSound: Bool { problems.allSatisfy(\.isForgivable) }
}

extension PNGStructure {
  private init(walking bytes: Span<UInt8>) {
    if !bytes.starts(with: Self.signature) { problems.append(.signature) }
    var offset = Self.signature.count
    var ended = false
    while !ended, let chunk = nextChunk(in: bytes, at: offset) {
      note(chunk, in: bytes)
      offset = chunk.offset + chunk.length + 4
      ended = chunk.type == "IEND"
    }
    trailingByteCount = ended ? bytes.count - offset : 0
    judge(ended: ended)
  }

  /// Returns the whole chunk at an offset, or `nil` where the file ends or the length leads out of it.
  private mutating func nextChunk(in bytes: Span<UInt8>, at offset: Int) -> PNGChunk? {
    guard offset + 8 <= bytes.count else { return nil }
    let declared = Int(bytes.bigEndian32(at: offset))
    let type = Self.name(bytes.extracting(offset + 4..<offset + 8))
    let available = bytes.count - offset - 12
    guard declared <= available else {
      noteHeader(bytes, at: offset, type: type, declared: declared)
      problems.append(.length(type: type, declared: declared, available: max(available, 0)))
      return nil
    }
    let body = bytes.extracting(offset + 4..<offset + 8 + declared)
    let stored = bytes.bigEndian32(at: offset + 8 + declared)
    let crc = body.crc32
    return PNGChunk(
      type: type, offset: offset + 8, length: declared, crc: crc,
      crcMatches: crc == stored)
  }

  /// Keeps the header of a file that ends inside IHDR's checksum, so that its size can be reported.
  private mutating func noteHeader(
    _ bytes: Span<UInt8>, at offset: Int, type: String, declared: Int
  ) {
    guard type == "IHDR", declared == 13, offset + 21 <= bytes.count else { return }
    header = PNGHeader(bytes.extracting(offset + 8..<offset + 21))
  }

  private mutating func note(_ chunk: PNGChunk, in bytes: Span<UInt8>) {
    if !chunk.crcMatches { problems.append(.checksum(type: chunk.type)) }
    if chunk.type == "IHDR", header == nil {
      header = PNGHeader(bytes.extracting(chunk.offset..<chunk.offset + chunk.length))
    }
    if chunk.type == "PLTE" { paletteCount = chunk.length / 3 }
    if chunks.count < Self.chunkLimit { chunks.append(chunk) }
  }

  private mutating func judge(ended: Bool) {
    let first = chunks.first(where: { $0.type != "CgBI" })
    if header == nil || (first != nil && first?.type != "IHDR") {
      problems.append(.noHeader)
    }
    if let violation = header?.violation { problems.append(.header(violation)) }
    if header?.isIndexed == true, !contains("PLTE") { problems.append(.noPalette) }
    if !ended, !problems.contains(where: \.isTruncation) { problems.append(.noEnd) }
    // A file that was cut short before its pixels has one fault, not two.
    if !contains("IDAT"), ended { problems.append(.noPixels) }
  }

  private static func name(_ bytes: Span<UInt8>) -> String {
    let letters = bytes.indices.map { index in
      let byte = bytes[index]
      return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A ? Character(UnicodeScalar(byte)) : "?"
    }
    return String(letters)
  }
}

extension Span<UInt8> {
  /// The CRC-32 of these bytes.
  var crc32: UInt32 {
    withUnsafeBufferPointer { cpng_crc32($0.baseAddress, $0.count) }
  }

  func starts(with prefix: [UInt8]) -> Bool {
    count >= prefix.count && prefix.indices.allSatisfy { self[$0] == prefix[$0] }
  }
}
