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
