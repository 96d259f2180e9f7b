import Foundation
import PhotoStore

/// A document that says which files are in use.
enum ReferenceDocument {
  /// The newest version of a design that this software knows: the published app's `WidgetSpec`.
  static let designVersion = 7
  /// The newest version of an album that this software knows.
  static let albumVersion = 1
  /// The newest version of a package that this software knows.
  static let packageVersion = 1
  /// The key of the published app's preferences that holds its designs.
  static let designsKey = "widgetweaver.specs.v1"

  /// Reads the files a design names: a `WidgetSpec`, a list of them, one image, or a package.
  ///
  /// - Throws: `unreadable-document` when the bytes are no design; `document-too-new`.
  static func names(
    ofDesign bytes: [UInt8], path: String
  ) throws(StoreError) -> [NamedFile] {
    let json = try parsed(bytes, path: path)
    guard let designs = json.object.map({ [$0] }) ?? json.objects else {
      throw .noDocument("a design, nor a list of them", path: path)
    }
    for design in designs { try checkVersion(ofDesign: design, path: path) }
    for design in designs { try check(design, "formatVersion", atMost: packageVersion, path: path) }
    return NamedFiles(in: json).sorted
  }

  /// Reads the files an album names.
  ///
  /// - Throws: `unreadable-document` when the bytes are no album; `document-too-new`.
  static func names(
    ofAlbum bytes: [UInt8], path: String
  ) throws(StoreError) -> [NamedFile] {
    let json = try parsed(bytes, path: path)
    guard let album = json.object else { throw .noDocument("an album", path: path) }
    try checkVersion(ofAlbum: album, path: path)
    guard album["entries"] == nil || album["entries"]?.objects != nil else {
      throw .noDocument("an album: its entries are no list", path: path)
    }
    return NamedFiles(in: json).sorted
  }

  /// Reads the files that an app's preferences name: its designs, and whatever else names one.
  ///
  /// - Returns: `nil` when the preferences hold no designs.
  /// - Throws: `unreadable-document` when the bytes are no property list, or the designs in it are
  ///   none; `document-too-new`.
  static func names(
    ofPreferences bytes: [UInt8], path: String
  ) throws(StoreError) -> [NamedFile]? {
    guard
      let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil),
      let values = list as? [String: Any]
    else { throw .noDocument("a property list", path: path) }
    guard let designs = values[designsKey] else { return nil }
    guard let bytes = jsonBytes(designs) else {
      throw .noDocument("a list of designs under '\(designsKey)'", path: path)
    }
    var names = Set(try self.names(ofDesign: bytes, path: "\(path), key \(designsKey)"))
    // Older releases keep a single design under another key; taken where it is one.
    for (key, value) in values where key != designsKey {
      guard let bytes = jsonBytes(value), let json = try? JSONParser.parse(bytes) else { continue }
      names.formUnion(NamedFiles(in: json).sorted)
    }
    return names.sorted { $0.name < $1.name }
  }

  private static func jsonBytes(_ value: Any) -> [UInt8]? {
    if let data = value as? Data { return [UInt8](data) }
    return (value as? String).map { Array($0.utf8) }
  }

  private static func parsed(_ bytes: [UInt8], path: String) throws(StoreError) -> JSONValue {
    do throws(JSONParser.Failure) { return try JSONParser.parse(bytes) } catch {
      throw StoreError(
        .unreadableDocument, path: path,
        message: "The document is not JSON: at byte \(error.offset) of \(bytes.count), "
          + "\(error.fact).", recovery: "Restore it from a backup, or remove it.")
    }
  }

  /// Refuses a design of a version that this software does not know.
  ///
  /// - Throws: `document-too-new`.
  static func checkVersion(
    ofDesign design: [String: JSONValue], path: String
  ) throws(StoreError) {
    try check(design, "version", atMost: designVersion, path: path)
  }

  /// Refuses an album of a version that this software does not know.
  ///
  /// - Throws: `document-too-new`.
  static func checkVersion(
    ofAlbum album: [String: JSONValue], path: String
  ) throws(StoreError) {
    try check(album, "version", atMost: albumVersion, path: path)
  }

  private static func check(
    _ object: [String: JSONValue], _ key: String, atMost highest: Int, path: String
  ) throws(StoreError) {
    guard let version = object[key]?.integer, version > highest else { return }
    throw StoreError(
      .documentTooNew, path: path,
      message:
        "The document has version \(version); this software knows versions up to \(highest).",
      recovery: "Update photoprep.")
  }
}

extension JSONValue {
  /// The elements when this is an array of objects only.
  fileprivate var objects: [[String: JSONValue]]? {
    guard let elements = array else { return nil }
    let objects = elements.compactMap(\.object)
    return objects.count == elements.count ? objects : nil
  }
}

extension StoreError {
  fileprivate static func noDocument(_ what: String, path: String) -> StoreError {
    StoreError(
      .unreadableDocument, path: path, message: "This is not \(what).",
      recovery: "Restore it from a backup, or remove it.")
  }
}
