import CPNG
package import Foundation

/// The pixels of a decoded PNG: 8-bit R, G, B, A, row by row from the top left, not premultiplied.
package struct PNGPixels: Hashable, Sendable {
  package var size: PixelSize
  /// `width × height × 4` bytes.
  package var bytes: [UInt8]

  /// Takes bytes in this order; their number must be `width × height × 4`.
  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == size.area * 4, "\(bytes.count) bytes are not \(size) pixels.")
    self.size = size
    self.bytes = bytes
  }

  package var isOpaque: Bool {
    bytes.withUnsafeBufferPointer { pixels in
      stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    }
  }

  /// Returns R, G, B of every pixel over an opaque colour.
  ///
  ///     out = (in · α + background · (255 − α)) ÷ 255, rounded
  ///
  /// in gamma-encoded samples, as design programs do. Opaque pixels keep their samples exactly.
  package func flattened(on background: RGBColour) -> [UInt8] {
    let ground = [background.red, background.green, background.blue].map { UInt32($0) }
    return [UInt8](unsafeUninitializedCapacity: size.area * 3) { rgb, count in
      count = size.area * 3
      bytes.withUnsafeBufferPointer { pixels in
        for pixel in 0..<size.area {
          let alpha = UInt32(pixels[pixel * 4 + 3])
          for band in 0..<3 {
            let sum = UInt32(pixels[pixel * 4 + band]) * alpha + ground[band] * (255 - alpha)
            rgb[pixel * 3 + band] = UInt8((sum + 127) / 255)
          }
        }
      }
    }
  }
}

/// Why a PNG could not be decoded.
package enum PNGRefusal: Error, Hashable, Sendable {
  /// The walk over the chunks found damage.
  case structure(PNGProblem)
  /// The picture is Apple's private form, which libpng does not read.
  case appleOptimised
  /// More pixels are declared than the limit allows.
  case tooLarge(pixels: UInt64, limit: Int)
  /// Reading needs more working memory than allowed.
  case memory(limit: Int)
  /// libpng's message.
  case decoder(String)
  /// libvips has no library for drawings here.
  case noDrawings
  /// The message of the library for drawings.
  case drawing(String)
  /// The process for reading it failed; a sentence about that.
  case reading(String)
}

extension PNGRefusal: CustomStringConvertible {
  /// The fact as the end of a sentence that starts with the file's name.
  package var description: String {
    switch self {
    case .structure(let problem): problem.description
    case .appleOptimised: "is in Apple's private CgBI form, which other readers refuse"
    case .tooLarge(let pixels, let limit):
      "declares \(pixels) pixels; at most \(limit) are decoded"
    case .memory(let limit): "needs more than \(limit) bytes of working memory to decode"
    case .decoder(let words): "does not decode; libpng says: \(words)"
    case .noDrawings: "is a drawing, and libvips was built without librsvg, which reads them"
    case .drawing(let words): "is not drawn; librsvg says: \(words)"
    case .reading(let sentence): "does not decode. \(sentence)"
    }
  }
}

/// Decodes PNGs whose structure has been walked, within fixed limits.
package enum PNGDecoder {
  /// The most pixels that are read; our choice, a hundred times as many as the largest icon has.
  package static let pixelLimit = 100_000_000

  /// The most working memory that libpng may hold at any time, in bytes.
  ///
  /// Our choice: two rows of a million 16-bit RGBA pixels (libpng's own limit of width) need 16 MB; half as
  /// much again is left for a colour profile. Measured without it: a file of 57 bytes takes 1.05 GB.
  package static let memoryLimit = 24 << 20

  package static func pixels(of data: Data, structure: PNGStructure) throws(PNGRefusal) -> PNGPixels
  {
    let header = try permitted(structure)
    let size = PixelSize(width: header.width, height: header.height)
    var bytes = [UInt8](repeating: 0, count: size.area * 4)
    try read(data, into: &bytes)
    return PNGPixels(size: size, bytes: bytes)
  }

  /// Reads every pixel of a file and keeps none; memory does not grow with the number of pixels.
  package static func verify(_ data: Data, structure: PNGStructure) throws(PNGRefusal) {
    _ = try permitted(structure)
    var nothing: [UInt8] = []
    try read(data, into: &nothing)
  }

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
