import CPNG
package import Foundation

/// Reads PNGs with libpng, zlib and libvips, in this process or in another one.
package protocol PNGReader: Sendable {
  func pixels(of data: Data, structure: PNGStructure) throws(PNGRefusal) -> PNGPixels

  /// Reads every pixel of a file and keeps none.
  func verify(_ data: Data, structure: PNGStructure) throws(PNGRefusal)

  /// Returns the pixels of a file, converted through its embedded profile.
  func pixelsInSRGB(of data: Data, structure: PNGStructure) throws(PNGRefusal) -> PNGPixels

  /// Returns the pixels of an SVG drawing, which refers to no other file, and whose root states the size in pixels.
  func pixels(ofDrawing data: Data, size: PixelSize) throws(PNGRefusal) -> PNGPixels

  /// Returns the relevant properties of the profile in an iCCP chunk; `nil` when it holds none.
  func profile(inChunk data: Data) -> PNGProfile?
}

/// Decodes PNGs whose structure has been walked in this process, within fixed limits.
package struct LocalPNGReader: PNGReader {
  /// The most pixels that are read; our choice, a hundred times as many as the largest icon has.
  private static let pixelLimit = 100_000_000

  /// The most working memory that libpng may hold at any time, in bytes.
  ///
  /// Our choice: two rows of a million 16-bit RGBA pixels (libpng's own limit of width) need 16 MB; half as
  /// much again is left for a colour profile. Measured without it: a file of 57 bytes takes 1.05 GB.
  package static let memoryLimit = 24 << 20

  package init() {}

  package func pixels(
    of data: Data, structure: PNGStructure
  ) throws(PNGRefusal) -> PNGPixels {
    let header = try Self.permitted(structure)
    let size = PixelSize(width: header.width, height: header.height)
    var bytes = [UInt8](repeating: 0, count: size.area * 4)
    try Self.read(data, into: &bytes)
    return PNGPixels(size: size, bytes: bytes)
  }

  package func verify(_ data: Data, structure: PNGStructure) throws(PNGRefusal) {
    _ = try Self.permitted(structure)
    // Without a place for pixels, memory does not grow with their number.
    var nothing: [UInt8] = []
    try Self.read(data, into: &nothing)
  }

  package func pixelsInSRGB(
    of data: Data, structure: PNGStructure
  ) throws(PNGRefusal) -> PNGPixels {
    // Checks the limits and finds damage first.
    try verify(data, structure: structure)
    return try PNGPixels(convertedToSRGB: data)
  }

  package func pixels(
    ofDrawing data: Data, size: PixelSize
  ) throws(PNGRefusal) -> PNGPixels { try PNGPixels(drawing: data, size: size) }

  package func profile(inChunk data: Data) -> PNGProfile? { PNGProfile(chunkData: data) }

  /// Compares the results of the walk over the chunks with the limits.
  ///
  /// - Returns: The header.
  /// - Throws: ``PNGRefusal`` when the file may not be decoded.
  package static func permitted(_ structure: PNGStructure) throws(PNGRefusal) -> PNGHeader {
    if structure.isAppleOptimised { throw .appleOptimised }
    if let problem = structure.problems.first(where: { !$0.isForgivable }) {
      throw .structure(problem)
    }
    guard let header = structure.header else { throw .structure(.noHeader) }
    guard header.pixelCount <= UInt64(pixelLimit) else {
      throw .tooLarge(pixels: header.pixelCount, limit: pixelLimit)
    }
    return header
  }

  private static func read(_ data: Data, into bytes: inout [UInt8]) throws(PNGRefusal) {
    var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
    let status = data.withUnsafeBytes { input in
      bytes.withUnsafeMutableBufferPointer { output in
        cpng_decode(
          input.bindMemory(to: UInt8.self).baseAddress, input.count, memoryLimit,
          output.isEmpty ? nil : output.baseAddress, output.count, &message)
      }
    }
    if status == CPNG_MEMORY { throw .memory(limit: memoryLimit) }
    if status != CPNG_OK { throw .decoder(message.text) }
  }
}

extension [CChar] {
  /// The characters up to the first zero, as UTF-8.
  var text: String {
    String(decoding: prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
