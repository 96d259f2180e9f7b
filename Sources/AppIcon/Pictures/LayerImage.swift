import Foundation
import Imaging
import Platform

/// Looking at the pictures of an Icon Composer document's layers.
enum LayerImage {
  /// Returns what keeps a picture from being read, as the end of a sentence; `nil` when nothing does.
  static func fault(at path: String) -> String? {
    guard let data = try? BoundedFile.read(path, limit: IconFile.sizeLimit) else {
      return "cannot be read"
    }
    let type = FileType(data)
    if type == .empty { return "is empty" }
    if type == .lfsPointer { return "is a Git LFS pointer; the picture itself is not here" }
    switch Folder(path).pathExtension {
    case "svg": return SVGReading.fault(in: data)
    case "png" where type != .png: return "is \(type.rawValue) by its first bytes, not PNG"
    case "png":
      return PNGStructure(data).problems.first { !$0.isForgivable }.map(\.description)
    default: return nil
    }
  }
}

/// Whether a text is an SVG document as far as XML goes.
private final class SVGReading: NSObject, XMLParserDelegate {
  private var root: String?

  /// Entities are not followed: a document that declares some is taken at its word.
  static func fault(in data: Data) -> String? {
    if data.range(of: Data("<!ENTITY".utf8)) != nil { return nil }
    let reading = SVGReading()
    let parser = XMLParser(data: data)
    parser.delegate = reading
    guard parser.parse(), parser.parserError == nil else {
      return "is no XML that can be read, from line \(parser.lineNumber) on"
    }
    let name = reading.root ?? ""
    return name == "svg" || name.hasSuffix(":svg") ? nil : "is XML, but no SVG"
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    root = root ?? elementName
  }
}
