import Foundation
import PhotoStore
import SystemFiles
import SystemPackage

/// Everything a placing will write, decided before anything is written.
public struct IconPlacementPlan: Sendable {
  /// The catalog's folder.
  public let catalog: String
  /// The set's folder, which may lie in a group of the catalog.
  public let setPath: String
  /// Whether there is a set there now.
  public let replacesSet: Bool
  let pictures: [PlacedPicture]
  let kept: KeptEntries?
  /// The folder for backups of files that are removed or written again; `nil` if there are none.
  let backup: String?
  /// Icon Composer documents of the set's name, which win over it from Xcode 26 on.
  let twins: [String]
  /// Whether the catalog has no `Contents.json` of its own yet.
  let writesRoot: Bool
  /// Whether the set exists already as it would be written, so that it is not changed.
  var isThere = false

  /// The steps, one a line, for `--dry-run` and for the report afterwards.
  public var lines: [String] {
    let root = writesRoot ? ["write \(catalog)/Contents.json"] : []
    let notes = twins.map { "note: \($0) has the same name; Xcode 26 and later take it instead" }
    if isThere {
      let none = writesRoot ? [] : ["nothing to do: \(setPath) is this icon"]
      return (root + none + notes).map(\.lineText)
    }
    let verb = replacesSet ? "replace" : "write"
    let pictures = pictures.map { "write \(setPath)/" + $0.line }
    let old = (kept?.files ?? []).map { "keep \(setPath)/\($0)" }
    let removed = (kept?.removed ?? []).map { "remove \(setPath)/\($0)" }
    let copies = backup.map { "back up what is removed, and Contents.json, to \($0)" }
    let all = root + ["\(verb) \(setPath)"] + pictures + old + removed + [copies].compactMap(\.self)
    return (all + notes).map(\.lineText)
  }

  /// Writes the set beside its place, syncs it, and moves it there in one step.
  ///
  /// At every moment the set's folder is complete: the old one or the new one. An interrupted run leaves a hidden
  /// folder in the catalog, which the next run removes, or a hidden file, which one a day later removes, and perhaps a
  /// backup.
  ///
  /// - Throws: `PhotoprepError` with code `cannot-write` and the system's reason, also where another program has
  ///   changed the set's Contents.json since it was read; with a file code when something that stays cannot be read.
  public func execute() throws {
    try written { try DiskFileSystem().createDirectories(at: FilePath(catalog)) }
    DraftFile.removeAbandoned(in: catalog)
    if writesRoot {
      let root = JSONValue.object(["info": Self.info])
      try DraftFile.replace(catalog + "/Contents.json", with: root.xcodeText)
    }
    if isThere { return }
    if let backup {
      try FolderCopy.backUp(to: backup) { copy in
        for name in kept?.changed ?? [] { try copy.copy(name, from: setPath) }
      }
    }
    if let kept, ContentsFile(inFolder: setPath).value != kept.contents {
      throw PhotoprepError.changedMeanwhile(setPath + "/Contents.json")
    }
    let exchange = try SetExchange(for: setPath)
    for picture in pictures { try exchange.contents.write(picture.fileName, picture.prepared.data) }
    for file in kept?.files ?? [] { try exchange.contents.copy(file, from: setPath) }
    try exchange.contents.write("Contents.json", Data(contents.xcodeText.utf8))
    try exchange.finish(replacing: replacesSet)
  }

  /// Whether the existing set has the same pictures under the same names, with the same entries.
  var changesNothing: Bool {
    let names = Set(pictures.map { $0.fileName.lowercased() })
    guard let kept, kept.removed.allSatisfy({ names.contains($0.lowercased()) }),
      ContentsFile(inFolder: setPath).value == contents
    else { return false }
    return pictures.allSatisfy { picture in
      let path = setPath + "/" + picture.fileName
      return (try? BoundedFile.read(path, limit: IconFile.sizeLimit)) == picture.prepared.data
    }
  }

  private static let info = JSONValue.object(["author": .string("xcode"), "version": .integer(1)])

  private var contents: JSONValue {
    var members = kept?.contents?.object ?? [:]
    members["images"] = .array(pictures.map(\.entry) + (kept?.entries ?? []))
    if members["info"]?["version"]?.integer != 1 { members["info"] = Self.info }
    return .object(members)
  }
}

extension JSONValue {
  /// The value in Xcode's form: two spaces, sorted keys, a space on both sides of the colon.
  ///
  /// A whole file ends with a line break, as Xcode's does.
  var xcodeText: String { written(indent: "") + "\n" }

  private func written(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let value): return value.literal
    case .string(let text): return Self.quoted(text)
    case .array(let elements):
      let lines = elements.map { inner + $0.written(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      let lines = members.sorted { $0.key < $1.key }.map { key, value in
        "\(inner)\(Self.quoted(key)) : \(value.written(indent: inner))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "/": "\\/"
      case "\n": "\\n"
      case _ where scalar.value < 0x20: "\\u" + String(format: "%04x", scalar.value)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
