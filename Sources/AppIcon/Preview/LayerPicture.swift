import Foundation
import Imaging
import PhotoGeometry

/// A layer's picture as a PNG, the one form that librsvg needs no file, font or library of its own for.
struct LayerPicture {
  /// The PNG's bytes in Base64.
  let data: String
  /// The size in points: that of an SVG, or the pixels of a PNG.
  let size: SIMD2<Double>
  /// Whether it was drawn from an SVG that has text, which needs fonts.
  var hasText = false
  /// Whether it was drawn from an SVG.
  var isDrawing = false

  /// The most pixels of a side in which a layer is drawn: ours, four times the canvas, for layers that reach beyond it.
  private static let longestSide = 4096.0

  /// Reads a picture; `nil` for a file that is not there, not read, or of another kind.
  ///
  /// - Parameters:
  ///   - path: The file, an SVG or a PNG.
  ///   - scale: How much larger it will be drawn.
  ///   - reader: What decodes a PNG.
  init?(_ path: String, scale: Double, _ reader: any PNGReader) {
    guard let bytes = try? BoundedFile.read(path, limit: IconFile.sizeLimit) else { return nil }
    switch FileType(bytes) {
    case .svg: self.init(svg: bytes, scale: scale, reader)
    case .png: self.init(png: bytes, scale: scale, reader)
    default: return nil
    }
  }

  /// Draws an SVG in the pixels that it will have, inside of a document of that size.
  private init?(svg bytes: Data, scale: Double, _ reader: any PNGReader) {
    var text = String(decoding: bytes, as: UTF8.self).replacing(#/(?s)<!--.*?-->/#, with: "")
    guard let size = LayerImage.size(ofSVG: bytes),
      let root = text.firstMatch(of: #/<(?:[A-Za-z_][\w.\-]*:)?svg[\s>]/#)
    else { return nil }
    // What stands before the root, such as a document type, has no place inside of another document.
    text = Self.inSRGB(String(text[root.range.lowerBound...]))
    let drawn = Self.pixels(size * min(scale, Self.longestSide / max(size.x, size.y)))
    let whole = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(drawn.width)" height="\(drawn.height)" \
      viewBox="0 0 \(size.x) \(size.y)" preserveAspectRatio="none">\(text)</svg>
      """
    guard let pixels = try? reader.pixels(ofDrawing: Data(whole.utf8), size: drawn),
      let png = PNGEncoder.fast(pixels)
    else { return nil }
    data = Data(png).base64EncodedString()
    self.size = size
    hasText = text.contains(#/<(?:[A-Za-z_][\w.\-]*:)?text[\s>]/#)
    isDrawing = true
  }

  /// Whole pixels for a size, at least one.
  private static func pixels(_ size: SIMD2<Double>) -> PixelSize {
    PixelSize(width: max(1, Int(size.x.rounded(.up))), height: max(1, Int(size.y.rounded(.up))))
  }

  /// Writes colours of Display P3 as the nearest of sRGB: librsvg passes over `color()`, so that a shape would have none.
  private static func inSRGB(_ text: String) -> String {
    text.replacing(
      #/color\(\s*display-p3\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s*(?:/\s*([\d.]+)\s*)?\)/#
    ) { match in
      let samples = [match.output.1, match.output.2, match.output.3].map { Double($0) ?? 0 }
      let colour = RGBColour(displayP3: SIMD3(samples))
      guard let alpha = match.output.4 else { return "\(colour)" }
      return "rgba(\(colour.red),\(colour.green),\(colour.blue),\(alpha))"
    }
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
    let target = Self.pixels(whole * min(scale, 1))
    // Larger ones are left to librsvg.
    let isReduced = target.width < pixels.size.width && target.height < pixels.size.height
    guard let png = PNGEncoder.fast(isReduced ? pixels.reduced(to: target) : pixels) else {
      return nil
    }
    size = whole
    data = Data(png).base64EncodedString()
  }
}
