package import Foundation
package import Imaging
import HostPlatform

/// Checks the pictures of an Icon Composer document's layers.
enum LayerImage {
  /// Returns why a picture cannot be read, as the end of a sentence; `nil` if it can.
  static func fault(at path: String) -> String? {
    guard let data = try? BoundedFile.read(path, limit: IconFile.sizeLimit) else {
      return "cannot be read"
    }
    let type = FileType(data)
    if type == .empty { return "is empty" }
    if type == .lfsPointer { return "is a Git LFS pointer; the picture itself is not here" }
    switch Folder(path).pathExtension {
    case "svg": return SVGReading(data).fault
    case "png" where type != .png: return "is \(type.rawValue) by its first bytes, not PNG"
    case "png":
      return PNGStructure(data).problems.first { !$0.isForgivable }.map(\.description)
    default: return nil
    }
  }
}

/// Whether a text is well-formed XML with an SVG root, and the root's attributes.
struct SVGReading {
  private let root: String?
  private let attributes: [String: String]
  private let failure: XMLReading.Failure?

  init(_ data: Data) {
    var (root, attributes): (String?, [String: String]) = (nil, [:])
    failure = XMLReading.read(Array(data)) { event in
      if root == nil, case .start(let name, let own) = event { (root, attributes) = (name, own) }
      return true
    }
    (self.root, self.attributes) = (root, attributes)
  }

  /// The size of the document in points, by its width and height or else by its viewBox; `nil` if it states none, or is
  /// not SVG.
  var size: SIMD2<Double>? {
    let sides = ["width", "height"].compactMap { attributes[$0].flatMap(Self.points) }
    let box = (attributes["viewBox"] ?? "").split { $0 == "," || $0.isWhitespace }
      .compactMap { Double($0) }
    let found = sides.count == 2 ? sides : box.count == 4 ? Array(box[2...]) : []
    return found.count == 2 && found.allSatisfy { $0.isFinite && $0 > 0 } ? SIMD2(found) : nil
  }

  /// The pixels of a length in each unit: CSS Values and Units Level 3, 6.2.
  private static let units: [(name: String, pixels: Double)] = [
    ("px", 1), ("pt", 96.0 / 72), ("pc", 16), ("in", 96), ("mm", 96 / 25.4), ("cm", 96 / 2.54),
  ]

  private static func points(_ length: String) -> Double? {
    let unit = units.first { length.hasSuffix($0.name) }
    return Double(length.dropLast(unit?.name.count ?? 0)).map { $0 * (unit?.pixels ?? 1) }
  }

  /// Why the document cannot be read; one that declares entities, or is in a rare encoding, is accepted unchecked.
  var fault: String? {
    switch failure {
    case .malformed(let line): return "is not XML that can be read, from line \(line) on"
    case .declaresEntities, .otherEncoding, .stopped: return nil
    case nil:
      let name = root ?? ""
      return name == "svg" || name.hasSuffix(":svg") ? nil : "is XML, but not SVG"
    }
  }
}

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
