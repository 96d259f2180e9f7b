import CPNG
package import Foundation

/// The chunks of a PNG file, walked without decoding a pixel or allocating for their contents.
///
/// The walk follows the declared lengths from the ninth byte to IEND, checks each CRC-32, and stops at the first
/// length that leads out of the file. It continues after a wrong signature, so that the report on a damaged file can
/// still name its kind.
package struct PNGStructure: Sendable {
  /// IHDR, when the first chunk is one.
  package private(set) var header: PNGHeader?
  /// The chunks in file order, at most ``chunkLimit`` of them.
  package private(set) var chunks: [PNGChunk] = []
  /// The problems, in file order.
  package private(set) var problems: [PNGProblem] = []
  /// The number of bytes after IEND.
  package private(set) var trailingByteCount = 0
  /// The number of colours in PLTE, 0 without one.
  package private(set) var paletteCount = 0

  /// The most chunks that are kept; the rest are counted as text; our choice, 40 times what a camera writes.
  package static let chunkLimit = 20_000

  /// The first eight bytes of every PNG (PNG third edition, 5.2).
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  package func contains(_ type: String) -> Bool { chunks.contains { $0.type == type } }

  package func first(_ type: String) -> PNGChunk? { chunks.first { $0.type == type } }

  /// Whether tRNS makes a colour or palette entries transparent; it has no meaning with an alpha channel.
  package var hasTransparencyChunk: Bool { contains("tRNS") }

  /// Whether Xcode's packaging has rewritten the file into Apple's private form.
  package var isAppleOptimised: Bool { chunks.first?.type == "CgBI" }

  package init(_ data: Data) {
    let bytes = [UInt8](data)
    if !bytes.starts(with: Self.signature) { problems.append(.signature) }
    var walk = PNGWalk(ByteView(bytes))
    var ended = false
    while !ended, let step = walk.next() {
      guard let chunk = chunk(step, in: bytes) else { break }
      note(chunk, in: bytes)
      ended = chunk.type == "IEND"
    }
    trailingByteCount = ended ? bytes.count - walk.offset : 0
    judge(ended: ended)
  }

  /// The chunk of a step, or `nil` if its length leads out of the file.
  private mutating func chunk(_ step: PNGWalk.Step, in bytes: [UInt8]) -> PNGChunk? {
    let type = String(step.type.map { $0.isASCII && $0.isLetter ? $0 : "?" })
    let (start, end) = (step.data.lowerBound, step.data.upperBound)
    guard step.isWhole else {
      noteHeader(bytes, at: start, type: type, declared: step.data.count)
      let available = max(bytes.count - start - 4, 0)
      problems.append(.length(type: type, declared: step.data.count, available: available))
      return nil
    }
    return PNGChunk(
      type: type, offset: start, length: step.data.count,
      crcMatches: ByteView(bytes).u32(at: end) == Int(bytes[start - 4..<end].crc32))
  }

  /// Keeps the header of a file that ends inside IHDR's checksum, so that its size can be reported.
  private mutating func noteHeader(
    _ bytes: [UInt8], at start: Int, type: String, declared: Int
  ) {
    guard type == "IHDR", declared == 13, start + 13 <= bytes.count else { return }
    header = PNGHeader(bytes[start..<start + 13])
  }

  private mutating func note(_ chunk: PNGChunk, in bytes: [UInt8]) {
    if !chunk.crcMatches { problems.append(.checksum(type: chunk.type)) }
    if chunk.type == "IHDR", header == nil {
      header = PNGHeader(bytes[chunk.offset..<chunk.offset + chunk.length])
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
    // A file that was cut off before its pixels has one fault, not two.
    if !contains("IDAT"), ended { problems.append(.noPixels) }
  }
}

// Slices instead of `Span`, for which systems before macOS 26 need a library that a program would have to bundle.
extension ArraySlice<UInt8> {
  var crc32: UInt32 {
    withUnsafeBufferPointer { cpng_crc32($0.baseAddress, $0.count) }
  }
}
