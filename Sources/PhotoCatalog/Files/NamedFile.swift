import Foundation
import PhotoStore

struct NamedFile: Hashable {
  /// The name as ``FileNameRule`` reads it.
  let name: String
  /// Whether the name is at a key that holds the name of a file; otherwise it is another text that looks like a file's
  /// name, or the name of a prepared photo.
  let isCertain: Bool

  /// A key that is equal for two names of the same file on any file system: the name without regard to case, in the
  /// sense of Unicode's full case folding, and to how accents are composed.
  static func key(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 && !(0x41...0x5A).contains($0) }) { return name }
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    // ẞ becomes ß, that SS, and that ss; ſ becomes S and that s.
    return name.decomposedStringWithCanonicalMapping.lowercased().uppercased().lowercased()
      .precomposedStringWithCanonicalMapping
  }
}

struct NamesInDocument {
  let files: [NamedFile]
  /// Whether a file that no such document names may be unused; preferences without designs only keep what they name.
  var showsUnused = true
}

extension NamesInDocument {
  /// What a document of another program says: no name in it is certainly a file's.
  init(keptBy value: JSONValue) {
    let names = NamedFiles(in: value).sorted.map { NamedFile(name: $0.name, isCertain: false) }
    self.init(files: names, showsUnused: false)
  }
}

/// Every file that a document may name, known keys or not.
///
/// A file in use must never be missed, so this accepts more than the published app's decoder: a newer design, an older
/// album and an unknown key keep their files as well (decision 0306).
struct NamedFiles {
  /// Each name once; certain when it is certain at any of its places.
  private(set) var names: [String: Bool] = [:]

  init(in value: JSONValue) { collect(value.unfolded, under: nil) }

  /// The names in an order that does not depend on the document's.
  var sorted: [NamedFile] {
    names.map { NamedFile(name: $0.key, isCertain: $0.value) }.sorted { $0.name < $1.name }
  }

  private mutating func collect(_ value: JSONValue, under key: String?) {
    switch value {
    case .string(let text):
      take(text, isCertain: key.map(Self.holdsFileName) ?? false)
      for text in Self.base64(in: text) { takeMentions(in: text) }
    case .array(let values): for value in values { collect(value, under: key) }
    case .object(let values):
      for (key, value) in values {
        take(key, isCertain: false)
        collect(value, under: key)
      }
    case .null, .bool, .number: break
    }
  }

  private mutating func take(_ text: String, isCertain: Bool) {
    let name = isCertain || Self.mayBeFile(text) ? FileNameRule.sanitized(text) : nil
    if let name { names[name] = isCertain || names[name] == true }
    if name == text, Self.isOneName(text) { return }
    takeMentions(in: text, except: name?.lowercased())
  }

  /// Whether a text that may be a file's name is that alone, without others in it.
  private static func isOneName(_ text: String) -> Bool {
    starts.contains { text.utf8.starts(with: $0) }
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  private mutating func takeMentions(in text: String, except name: String? = nil) {
    for file in RecordID.mentions(in: text).union(Self.images(in: text)) where file != name {
      names[file] = names[file] ?? false
    }
  }

  /// What a text has in Base64 at any place, as a column of a database, a link or a property list in XML does; what
  /// stands before may join its digits, so that it may begin with any of the first four.
  private static func base64(in text: String) -> [String] {
    guard text.utf8.count >= base64Length else { return [] }
    var (found, digits) = ([String](), [UInt8]())
    for byte in (text + ".").utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "/")...UInt8(ascii: "9"), UInt8(ascii: "+"):
        digits.append(byte)
      // Lines, a slash's backslash in JSON, UTF-16.
      case 9, 10, 13, UInt8(ascii: "\\"), 0: break
      default:
        let starts = digits.count < base64Length ? 0..<0 : 0..<4
        let data = starts.compactMap { start in
          let rest = digits.dropFirst(start) + Array("AAA".utf8)
          return Data(base64Encoded: Data(rest.prefix(rest.count & ~3)))
        }
        // Pictures hold no names.
        if let first = data.first, PictureFormat(beginning: first) == nil {
          found += data.map { String(decoding: $0, as: UTF8.self) }
        }
        digits.removeAll(keepingCapacity: true)
      }
    }
    return found
  }

  /// The fewest digits of Base64 that a photo's name needs.
  private static let base64Length = 22

  /// The names of imported images, of the published app's own and of renders that a person framed, at any place in a
  /// text: they end in a UUID or a recipe and a format's ending.
  private static func images(in text: String) -> [String] {
    guard text.utf8.count > shortestImage else { return [] }
    // UTF-16 has a zero byte beside each.
    let bytes = text.utf8.filter { $0 != 0 }
      .map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    var found: [String] = []
    for dot in bytes.indices.dropFirst(shortestImage)
    where bytes[dot] == UInt8(ascii: ".")
      && lastGroups.contains(where: { bytes[dot - 1 - $0] == UInt8(ascii: "-") })
    {
      let start = (max(0, dot - longestImage)..<dot).last { place in
        starts.contains { bytes[place...].starts(with: $0) }
      }
      guard let start else { continue }
      let name = String(decoding: bytes[start..<dot], as: UTF8.self)
      for ending in endings where bytes[dot...].starts(with: ending.utf8) {
        found.append(name + ending)
      }
    }
    return found.filter { name in
      FileNameRule.sanitized(name) == name
        && StoredFileName(name)?.role.isByHand ?? (ImageFileKind(name) != .foreign)
    }
  }

  private static let starts = ["image-", StoredFileName.prefix].map { Array($0.utf8) }
  /// The bytes before the ending of the shortest of these names, `image-` and a UUID, and at most; our choice: some
  /// more than `smart-shuffle-small-manual-` and a UUID have.
  private static let (shortestImage, longestImage) = (42, 72)
  /// The digits behind the last hyphen: of a UUID, or of a recipe.
  private static let lastGroups = [12, 8]

  /// Whether a key holds the name of a file in the documents of any release of the published app:
  /// `fileName`, `masterFileName`, `renderFileName`, `shuffleManifestFileName`, `sourceFileName`,
  /// `smallFile`, `smallManualFile`, `smallAutoRenderFileName` and their likes.
  private static func holdsFileName(_ key: String) -> Bool {
    key == "fileName" || key.hasSuffix("FileName") || key.hasSuffix("File")
  }

  private static let endings =
    PictureFormat.allCases.map { ".\($0.ending)" }
    + [".jpeg", ".heic", ".heif", ".gif", ".tif", ".tiff", ".json"]

  /// The most bytes of a text that is tested without a key that says it is a name; our choice: four times the length
  /// of a name, which skips embedded images.
  private static let byteLimit = 1024

  private static func mayBeFile(_ text: String) -> Bool {
    guard text.utf8.count <= byteLimit, text.utf8.contains(UInt8(ascii: ".")) else { return false }
    let end = text.suffix(8).lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
    return endings.contains { end.hasSuffix($0) }
      || FileNameRule.sanitized(text).map(ImageFileKind.init) ?? .foreign != .foreign
  }
}

/// What the name of a file in the folder of images says about the file.
enum ImageFileKind: Equatable {
  /// A master or render of a prepared photo.
  case prepared(StoredFileName)
  /// Another file of this software: a render a person framed, or an image that came in with a package.
  case own
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

  /// The UUID of a name of the published app's form: a prefix of words that begins with `image` or `smart`, a UUID, an
  /// ending; `image-…`, `smart-master-…`, `smart-small-manual-…`, `smart-shuffle-small-manual-…`.
  private static func identifier(_ name: String) -> UUID? {
    guard let dot = name.lastIndex(of: "."), name[dot...].count > 1 else { return nil }
    let stem = name[..<dot]
    guard stem.count > 37, let identifier = UUID(uuidString: String(stem.suffix(36))) else {
      return nil
    }
    let prefix = stem.dropLast(36)
    guard prefix.hasSuffix("-"),
      prefix.hasPrefix("image-") || prefix.hasPrefix(StoredFileName.prefix)
    else { return nil }
    return identifier
  }
}

/// A prepared photo as a person names it: `<photo>`, or `<photo>-<recipe>`.
struct PhotoNames {
  private let photo: PhotoID
  private let recipe: RecipeID?

  /// Reads a name; `nil` when it is neither.
  init?(_ name: String) {
    if let photo = PhotoID(name) {
      (self.photo, recipe) = (photo, nil)
    } else if let id = RecordID(fileName: name.documentName) {
      (photo, recipe) = (id.photo, id.recipe)
    } else {
      return nil
    }
  }

  func includes(_ id: RecordID) -> Bool {
    id.photo == photo && (recipe == nil || recipe == id.recipe)
  }

  /// Whether a file belongs to this photo, by its name.
  func names(_ file: String) -> Bool {
    if let record = StoredFileName(file)?.record ?? RecordID(fileName: file) {
      return includes(record)
    }
    let parts = recipe.map { "\(photo)-\($0)" } ?? "\(photo)-"
    return ImageFileKind(file) == .own && file.contains("-manual-\(parts)")
  }
}
