package import Foundation
package import Imaging
import PhotoGeometry

/// An SVG drawn in pixels, without external files.
package struct SVGPicture {
  /// The picture; transparent where nothing was drawn.
  package let pixels: PNGPixels
  /// The size that the document states, in points.
  let size: SIMD2<Double>
  /// Whether it has text, which needs fonts.
  let hasText: Bool

  /// Draws an SVG as the whole of a document of the wanted pixels; `scale` returns the pixels of a point, by the size
  /// in points.
  ///
  /// - Throws: ``PNGRefusal``.
  package init(
    _ bytes: Data, scaledBy scale: (SIMD2<Double>) -> Double, _ reader: any PNGReader
  ) throws(PNGRefusal) {
    var text = String(decoding: bytes, as: UTF8.self).replacing(#/(?s)<!--.*?-->/#, with: "")
    guard let size = SVGReading(bytes).size,
      let root = text.firstMatch(of: #/<(?:[A-Za-z_][\w.\-]*:)?svg[\s>]/#)
    else { throw .drawing("no SVG with a size or a viewBox") }
    // Text before the root, such as a document type, is not allowed inside another document.
    text = Self.inSRGB(String(text[root.range.lowerBound...]))
    let drawn = PixelSize(size * scale(size))
    let whole = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(drawn.width)" height="\(drawn.height)" \
      viewBox="0 0 \(size.x) \(size.y)" preserveAspectRatio="none">\(text)</svg>
      """
    pixels = try reader.pixels(ofDrawing: Data(whole.utf8), size: drawn)
    self.size = size
    hasText = text.contains(#/<(?:[A-Za-z_][\w.\-]*:)?text[\s>]/#)
  }

  /// Writes colours of Display P3 as the nearest ones of sRGB: librsvg ignores `color()`, so that a shape would have
  /// no colour.
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
}

extension PixelSize {
  /// Whole pixels for a size, at least one.
  init(_ size: SIMD2<Double>) {
    self.init(width: max(1, Int(size.x.rounded(.up))), height: max(1, Int(size.y.rounded(.up))))
  }
}
