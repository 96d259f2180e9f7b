/// The name of a master or a render, made from content, so that every machine makes the same one.
///
/// `smart-master-<photo>-<recipe>.jpg`, `smart-small-<photo>-<recipe>.jpg`, and so on; a render that
/// a person framed is `smart-small-manual-<tag>-<photo>-<recipe>.jpg`. The ending is the format's.
public struct StoredFileName: Hashable, Sendable, LosslessStringConvertible {
  /// The role of a stored file.
  public enum Role: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The master, kept for later re-rendering.
    case master
    /// The render of one family, as the analysis framed it.
    case render(RenderFamily)
    /// A render of one family that a person framed.
    case manual(RenderFamily, RenderTag)

    /// Whether a person chose the crop.
    public var isByHand: Bool { if case .manual = self { true } else { false } }

    /// All roles that a prepared photo's files may have: master first, then the renders in the order of families.
    public static let allCases = [Role.master] + RenderFamily.allCases.map(Role.render)

    /// The roles of the files of a photo that is prepared for some families.
    public static func all(_ families: [RenderFamily]) -> [Role] { [master] + families.map(render) }

    /// The role as in file names: `master`, `small` and so on, and for a render that
    /// a person framed `small-manual-<tag>` and so on.
    public var description: String {
      switch self {
      case .master: "master"
      case .render(let family): family.rawValue
      case .manual(let family, let tag): "\(family.rawValue)-manual-\(tag)"
      }
    }

    /// Reads a role from a file name.
    fileprivate init?(_ text: some Collection<UInt8>) {
      if let usual = Self.usualTexts.first(where: { $0.text.elementsEqual(text) }) {
        self = usual.role
        return
      }
      guard let start = Self.manualStarts.first(where: { text.starts(with: $0.text) }),
        let tag = RenderTag(digits: text.dropFirst(start.text.count))
      else { return nil }
      self = .manual(start.family, tag)
    }

    private static let usualTexts = allCases.map { (role: $0, text: Array($0.description.utf8)) }
    private static let manualStarts = RenderFamily.allCases.map { family in
      (family: family, text: Array("\(family.rawValue)-manual-".utf8))
    }
  }

  /// The file's role.
  public let role: Role
  /// The photo and the recipe it was made from.
  public let record: RecordID
  /// The file's format.
  public let format: PictureFormat

  /// Makes the name of one of a prepared photo's files; the recipe decides the format.
  public init(_ role: Role, of record: RecordID, as format: PictureFormat = .jpg) {
    (self.role, self.record, self.format) = (role, record, format)
  }

  /// Every name that a file of a prepared photo may have, for a photo whose record cannot be read.
  package static func all(of record: RecordID) -> [StoredFileName] {
    PictureFormat.stored.flatMap { format in
      Role.allCases.map { StoredFileName($0, of: record, as: format) }
    }
  }

  /// Reads a file's name; `nil` when it is not exactly one that this software gives.
  public init?(_ name: String) {
    guard let format = PictureFormat(ofStored: name) else { return nil }
    var name = name
    let parts = name.withUTF8 { bytes -> (Role, RecordID)? in
      let stem = bytes.dropLast(format.ending.utf8.count + 1)
      let start = stem.dropLast(RecordID.textLength)
      guard start.count > Self.beginning.count, start.starts(with: Self.beginning),
        start.last == UInt8(ascii: "-"),
        let record = RecordID(text: stem.suffix(RecordID.textLength)),
        let role = Role(start.dropFirst(Self.beginning.count).dropLast())
      else { return nil }
      return (role, record)
    }
    guard let parts else { return nil }
    (role, record, self.format) = (parts.0, parts.1, format)
  }

  /// The prefix of all names of photos' files, also of those that the published app made.
  package static let prefix = "smart-"
  private static let beginning = Array(prefix.utf8)

  /// The name, for example `smart-small-0123456789abcdef-01234567.jpg`.
  public var description: String { "\(Self.prefix)\(role)-\(record).\(format.ending)" }
}

/// How a file name in a document is read.
public enum FileNameRule {
  /// The most characters a name may have, as the published app cuts them.
  public static let characterLimit = 256

  /// Returns the name of a file inside its folder, or `nil` if the text names no file.
  ///
  /// Space around the text and everything up to the last `/` is dropped, and the rest is cut to
  /// 256 characters, as the published app does. A name that starts with a dot, and one with a
  /// backslash or a NUL, names nothing: paths inside documents are never trusted.
  ///
  /// A character that separates, hides or ends a name is examined as a code point, as in file systems: a `/` with a
  /// combining accent is one character with it, but still separates.
  public static func sanitized(_ text: String) -> String? {
    let name = text.unicodeScalars.split(separator: "/").last.map(trimmed) ?? Substring()
    let kept = String(name.prefix(characterLimit))
    let isRefused =
      isHidden(kept) || kept.unicodeScalars.contains("\\") || kept.unicodeScalars.contains("\0")
    return kept.isEmpty || isRefused ? nil : kept
  }

  /// The most bytes of a file name on the file systems of Linux, macOS and iOS.
  package static let byteLimit = 255

  /// Whether a file of a store, and of a package, may have a name.
  package static func isUsable(_ name: String) -> Bool {
    let hasControls = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return sanitized(name) == name && !hasControls && name.utf8.count <= byteLimit
  }

  /// Whether a name starts with a dot, even with a combining character.
  package static func isHidden(_ name: String) -> Bool { name.unicodeScalars.first == "." }

  private static func trimmed(_ text: Substring.UnicodeScalarView) -> Substring {
    let start = text.drop(while: \.properties.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return Substring(start[...last])
  }
}

extension String {
  private static let documentEnding = ".json"

  /// Whether a file's name has an ending, in any capitals; bytes count, as some characters make one with the dot behind
  /// them.
  package func hasEnding(_ ending: String) -> Bool {
    lowercased().utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }

  /// The name of a document's file, where this is the name with or without its ending.
  package var documentName: String {
    hasSuffix(Self.documentEnding) ? self : self + Self.documentEnding
  }

  /// The name of a document without its ending, if it has one.
  package var documentStem: String {
    hasSuffix(Self.documentEnding) ? String(dropLast(Self.documentEnding.count)) : self
  }
}
