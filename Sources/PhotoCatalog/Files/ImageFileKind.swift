import Foundation
import PhotoStore

/// What the name of a file in the folder of images says about the file.
enum ImageFileKind: Equatable {
  /// A master or render of a prepared photo.
  case prepared(StoredFileName)
  /// Another file of this software: a render a person framed, or an image that came in with a
  /// package.
  case own
  /// A file with a name the published app gives.
  case app
  /// A file whose name this software does not give, or that has too long a name for the trash.
  case foreign

  init(_ name: String) {
    if let stored = StoredFileName(name) {
      self = .prepared(stored)
    } else if name.utf8.count > TrashedFile.nameLimit {
      self = .foreign
    } else if Self.isManualRender(name) {
      self = .own
    } else if let identifier = Self.identifier(name) {
      self = identifier.isMadeOfContent ? .own : .app
    } else {
      self = .foreign
    }
  }

  /// Whether the name says that a person chose the crop: it contains `-manual-`.
  static func isHandMade(_ name: String) -> Bool { name.contains("-manual-") }

  /// Whether a name is `smart-<family>-manual-<photo>-<recipe>` and anything more.
  private static func isManualRender(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard PictureFormat(ofStored: name) != nil, parts.count >= 5,
      name.hasPrefix(StoredFileName.prefix), parts[2] == "manual",
      RenderFamily(rawValue: String(parts[1])) != nil,
      PhotoID(String(parts[3])) != nil
    else { return false }
    return RecipeID(String(parts[4].prefix(8))) != nil
  }

  /// The UUID of a name of the published app's form: a prefix of words that begins with `image` or
  /// `smart`, a UUID, an ending; `image-…`, `smart-master-…`,
  /// `smart-small-manual-…`, `smart-shuffle-small-manual-…`.
  private static func identifier(_ name: String) -> UUID? {
    guard let dot = name.lastIndex(of: "."), name[dot...].count > 1 else { return nil }
    let stem = name[..<dot]
    guard stem.count > 37, let identifier = UUID(uuidString: String(stem.suffix(36))) else {
      return nil
    }
    let prefix = stem.dropLast(36)
    guard prefix.hasSuffix("-"),
      prefix.hasPrefix("image-") || prefix.hasPrefix(StoredFileName.prefix)
    else {
      return nil
    }
    return identifier
  }
}
