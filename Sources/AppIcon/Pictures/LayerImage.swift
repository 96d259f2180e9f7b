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
private enum SVGReading {
  /// A document that declares entities, or is in a rare encoding, is taken at its word.
  static func fault(in data: Data) -> String? {
    var root: String?
    let failure = XMLReading.read(Array(data)) { event in
      if case .start(let name, _) = event { root = root ?? name }
      return true
    }
    switch failure {
    case .malformed(let line): return "is no XML that can be read, from line \(line) on"
    case .declaresEntities, .otherEncoding, .stopped: return nil
    case nil: return root == "svg" || root?.hasSuffix(":svg") == true ? nil : "is XML, but no SVG"
    }
  }
}
