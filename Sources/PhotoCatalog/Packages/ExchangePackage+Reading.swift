import Foundation
import PhotoStore

extension ExchangePackage {
  /// Reads a package, a list of designs, one design, one image, or one album; a single document keeps its file's name.
  ///
  /// - Throws: `unreadable-document` when the bytes are not JSON or none of these;
  ///   `package-too-new`; `name-invalid` and `name-twins` for names that no file may have.
  init(bytes: [UInt8], fileName: String?, path: String) throws {
    let json = try JSONValue.parsing(bytes, path: path)
    if let object = json.object, object["magic"] != nil {
      try read(object, path: path)
    } else if StoreDocument.isAlbum(json) {
      albums = [try Self.album(json, fileName: fileName ?? "album.json", path: path)]
    } else if let widgets = json.array {
      designs = try widgets.map { widget in
        PackagedDesign(document: try Self.loneDesign(widget, path: path), fileName: nil)
      }
    } else {
      designs = [
        PackagedDesign(document: try Self.loneDesign(json, path: path), fileName: fileName)
      ]
    }
    guard !designs.isEmpty || !albums.isEmpty else {
      throw PhotoprepError(
        .emptyPackage, path: path, message: "The package holds no design and no album.",
        remedy: "Export it again, with the designs that are to be in it.")
    }
  }

  private mutating func read(_ object: [String: JSONValue], path: String) throws {
    guard object["magic"]?.string == Self.magic else {
      throw PhotoprepError.notAPackage(path, lacks: "magic")
    }
    guard let version = object["formatVersion"]?.integer else {
      throw PhotoprepError.notAPackage(path, lacks: "formatVersion")
    }
    guard version <= Self.formatVersion else {
      throw PhotoprepError.packageTooNew(path, version: version, highest: Self.formatVersion)
    }
    guard let specs = object["specs"]?.array else {
      throw PhotoprepError.notAPackage(path, lacks: "specs")
    }
    let more = object[Self.extensionKey]?.object ?? [:]
    if let version = more["version"]?.integer, version > Self.extensionVersion {
      throw PhotoprepError.packageTooNew(path, version: version, highest: Self.extensionVersion)
    }
    let digests = more["digests"]?.object ?? [:]
    images = try Self.images(object["images"], digests, path: path)
    albumImages = try Self.images(more["images"], digests, path: path)
    designs = try Self.designs(specs, entries: more["designs"]?.array ?? [], path: path)
    albums = try Self.albums(more["albums"], path: path)
    try Self.checkTwins(images.map(\.name) + albumImages.map(\.name), path: path)
    try Self.checkTwins(albums.map(\.fileName), path: path)
    try Self.checkTwins(designs.compactMap(\.fileName), path: path)
  }

  private static func design(_ json: JSONValue, path: String) throws -> StoreDocument {
    guard json.object != nil, let document = StoreDocument(.design, json: json) else {
      throw PhotoprepError.notAPackage(path, lacks: "a design")
    }
    return document
  }

  private static func album(
    _ json: JSONValue, fileName: String, path: String
  ) throws -> PackagedAlbum {
    guard json.object != nil, let document = StoreDocument(.album, json: json) else {
      throw PhotoprepError.notAPackage(path, lacks: "fileName and manifest of every album")
    }
    return PackagedAlbum(document: document, fileName: fileName)
  }

  /// The keys of which a design outside a package has at least one, so that other JSON is not taken for a design.
  private static let designKeys = [
    "image", "matchedSet", "primaryText", "layout", "style", "fileName",
  ]

  private static func loneDesign(_ json: JSONValue, path: String) throws -> StoreDocument {
    guard designKeys.contains(where: { json.object?[$0] != nil }) else {
      throw PhotoprepError.notAPackage(path, lacks: "every key that a design has")
    }
    return try design(json, path: path)
  }

  private static func images(
    _ value: JSONValue?, _ digests: [String: JSONValue], path: String
  ) throws -> [PackagedImage] {
    guard let value else { return [] }
    guard let elements = value.array else {
      throw PhotoprepError.notAPackage(path, lacks: "images")
    }
    return try elements.map { element in
      guard let raw = element.object?["originalFileName"]?.string,
        let base64 = element.object?["data"]?.string
      else {
        throw PhotoprepError.notAPackage(path, lacks: "originalFileName and data of every image")
      }
      let name = try PackagedName.checked(raw, path: path)
      return PackagedImage(
        name: name, base64: base64, digest: digests[name]?.string.flatMap { ContentDigest($0) })
    }
  }

  /// Joins designs with the file names that the extension gives them; without it each design is single.
  private static func designs(
    _ specs: [JSONValue], entries: [JSONValue], path: String
  ) throws -> [PackagedDesign] {
    var rest = specs[...]
    var designs: [PackagedDesign] = []
    for entry in entries {
      let form = entry.object?["form"]?.string.flatMap(PackagedDesign.Form.init) ?? .design
      let count = form == .list ? entry.object?["count"]?.integer ?? 0 : 1
      guard (0...rest.count).contains(count), form == .list || count == 1 else {
        throw PhotoprepError.notAPackage(path, lacks: "as many designs as it says")
      }
      let widgets = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
      let name = try entry.object?["fileName"]?.string.map { raw in
        try PackagedName.checkedDocument(raw, path: path)
      }
      var document = try document(of: widgets, as: form, path: path)
      if let albums = entry.object?["albums"]?.array {
        document = document.withAlbums(albums.map(\.string))
      }
      designs.append(PackagedDesign(document: document, fileName: name))
    }
    for widget in rest {
      designs.append(PackagedDesign(document: try design(widget, path: path), fileName: nil))
    }
    return designs
  }

  private static func document(
    of widgets: [JSONValue], as form: PackagedDesign.Form, path: String
  ) throws -> StoreDocument {
    if form == .list, let list = StoreDocument(.design, json: .array(widgets)) {
      for widget in widgets { _ = try design(widget, path: path) }
      return list
    }
    guard let widget = widgets.first else {
      throw PhotoprepError.notAPackage(path, lacks: "a design")
    }
    let json = form == .image ? widget.object?["image"] ?? widget : widget
    return try design(json, path: path)
  }

  private static func albums(_ value: JSONValue?, path: String) throws -> [PackagedAlbum] {
    try (value?.array ?? []).map { element in
      guard let raw = element.object?["fileName"]?.string,
        let manifest = element.object?["manifest"]
      else { throw PhotoprepError.notAPackage(path, lacks: "fileName and manifest of every album") }
      let name = try PackagedName.checkedDocument(raw, path: path)
      return try album(manifest, fileName: name, path: path)
    }
  }

  private static func checkTwins(_ names: [String], path: String) throws {
    if let (name, twin) = PackagedName.twins(names) {
      throw PhotoprepError.nameTwins(path, name, twin)
    }
  }
}

/// The rules for names in a package, although no file is ever given such a name unchanged.
enum PackagedName {
  /// Two names that are equal on a file system that folds case or normalises.
  static func twins(_ names: [String]) -> (String, String)? {
    var seen: [String: String] = [:]
    for name in names {
      if let twin = seen.updateValue(name, forKey: name.lowercased()) { return (twin, name) }
    }
    return nil
  }

  /// Returns an image's name without the space around it.
  static func checked(_ raw: String, path: String) throws -> String {
    let name = raw.trimmingCharacters(in: .whitespacesAndNewlines)
    guard FileNameRule.isUsable(name) else { throw PhotoprepError.packagedNameInvalid(path, raw) }
    return name
  }

  static func checkedDocument(_ raw: String, path: String) throws -> String {
    let name = try checked(raw, path: path)
    guard name.hasSuffix(".json"), name.utf8.count > 5 else {
      throw PhotoprepError.packagedNameInvalid(path, raw)
    }
    return name
  }
}
