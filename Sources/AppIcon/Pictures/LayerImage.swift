import Foundation
import Imaging
import Platform

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
