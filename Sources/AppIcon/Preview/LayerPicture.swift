import Foundation
import Imaging

/// A layer's picture as a PNG, the only form for which librsvg needs no file, font or library of its own.
struct LayerPicture {
  /// The PNG's bytes in Base64.
  let data: String
  /// The size in points: that of an SVG, or the pixels of a PNG.
  let size: SIMD2<Double>
  /// Whether it was drawn from an SVG that has text, which needs fonts.
  var hasText = false
  var isDrawing = false

  /// The most pixels of a side of a drawn layer: ours, four times the canvas, for layers that extend beyond it.
  private static let longestSide = 4096.0

  /// Reads an SVG or a PNG to be drawn at a scale; `nil` for a file that is missing, unreadable, or of another kind.
  init?(_ path: String, scale: Double, _ reader: any PNGReader) {
    guard let bytes = try? BoundedFile.read(path, limit: IconFile.sizeLimit) else { return nil }
    switch FileType(bytes) {
    case .svg: self.init(svg: bytes, scale: scale, reader)
    case .png: self.init(png: bytes, scale: scale, reader)
    default: return nil
    }
  }

  /// Draws an SVG with the final number of pixels, inside a document of that size.
  private init?(svg bytes: Data, scale: Double, _ reader: any PNGReader) {
    let picture = try? SVGPicture(
      bytes, scaledBy: { min(scale, Self.longestSide / max($0.x, $0.y)) }, reader)
    guard let picture, let png = PNGEncoder.fast(picture.pixels) else { return nil }
    data = Data(png).base64EncodedString()
    (size, hasText, isDrawing) = (picture.size, picture.hasText, true)
  }

  private init?(png bytes: Data, scale: Double, _ reader: any PNGReader) {
    let structure = PNGStructure(bytes)
    let hasProfile = structure.chunks.contains { $0.type == "iCCP" }
    guard
      let pixels = hasProfile
        ? try? reader.pixelsInSRGB(of: bytes, structure: structure)
        : try? reader.pixels(of: bytes, structure: structure)
    else { return nil }
    let whole = SIMD2(Double(pixels.size.width), Double(pixels.size.height))
    let target = PixelSize(whole * min(scale, 1))
    // Enlargement is left to librsvg.
    let isReduced = target.width < pixels.size.width && target.height < pixels.size.height
    guard let png = PNGEncoder.fast(isReduced ? pixels.reduced(to: target) : pixels) else {
      return nil
    }
    size = whole
    data = Data(png).base64EncodedString()
  }
}
