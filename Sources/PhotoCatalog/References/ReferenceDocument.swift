import PhotoStore

/// A document of any version that says which files are in use.
///
/// Every text in it that could be a file's name counts, so a newer version can at worst keep a file too long (decision
/// 0306).
enum ReferenceDocument {
  /// The newest version of a design that this software knows: the published app's `WidgetSpec`.
  static let designVersion = 8
  /// The newest version of an album that this software knows, which the published app writes.
  static let albumVersion = 4

  /// Reads the files a design names: a `WidgetSpec`, a list of them, one image, or a package.
  ///
  /// - Throws: `unreadable-document` when the bytes are not a design.
  static func names(ofDesign bytes: [UInt8], path: String) throws -> NamesInDocument {
    let json = try JSONValue.parsing(bytes, path: path)
    guard json.holdsDesigns else {
      throw PhotoprepError.noDocument("a design, nor a list of them", path: path)
    }
    return NamesInDocument(files: NamedFiles(in: json).sorted)
  }

  /// Reads the files an album names.
  ///
  /// - Throws: `unreadable-document` when the bytes are not an album.
  static func names(ofAlbum bytes: [UInt8], path: String) throws -> NamesInDocument {
    let json = try JSONValue.parsing(bytes, path: path)
    guard var album = json.object else { throw PhotoprepError.noDocument("an album", path: path) }
    // It names photos that are not in the album.
    album[Album.choiceKey] = nil
    return NamesInDocument(files: NamedFiles(in: .object(album)).sorted)
  }

  /// Reads the files that an app's preferences name, in its designs and elsewhere.
  ///
  /// Without designs they are another app's: no name in them is certainly a file's.
  ///
  /// - Throws: `unreadable-document` when the bytes are not a property list, or the value for the designs is not a
  ///   list of designs.
  static func names(
    ofPreferences bytes: [UInt8], path: String, readBy reader: any PropertyListReader
  ) throws -> NamesInDocument {
    let (list, designs) = try preferences(bytes, path: path, readBy: reader)
    if designs == nil { return NamesInDocument(keptBy: json(in: list)) }
    return NamesInDocument(files: NamedFiles(in: json(in: list)).sorted)
  }

  /// Reads the files that a person's notes or a document of any other form names; a large one in pieces, which have
  /// more bytes in common than a name has.
  static func names(
    ofNotes bytes: [UInt8], readBy reader: any PropertyListReader,
    inPiecesOf piece: Int = PhotoContainer.documentByteLimit
  ) -> NamesInDocument {
    var files: Set<NamedFile> = []
    func take(_ value: JSONValue) { files.formUnion(NamesInDocument(keptBy: value).files) }
    for text in [bytes, DatabasePages.seams(in: bytes)] {
      for start in stride(from: 0, to: text.count, by: piece) {
        let part = text[start..<min(text.count, start + piece + 4096)]
        take(.string(String(decoding: part, as: UTF8.self)))
      }
    }
    let isList = PropertyListGuard.isBinary(bytes) || bytes.starts(with: "<?xml".utf8)
    if isList, let list = try? reader.value(of: bytes) { take(json(in: list)) }
    return NamesInDocument(files: files.sorted { $0.name < $1.name }, showsUnused: false)
  }

  /// Reads the designs in an app's preferences unchanged; empty if there are none.
  ///
  /// - Throws: `unreadable-document` as for the files that preferences name.
  static func designs(
    inPreferences bytes: [UInt8], path: String, readBy reader: any PropertyListReader
  ) throws -> [StoreDocument] {
    guard let designs = try preferences(bytes, path: path, readBy: reader).designs else {
      return []
    }
    return (designs.array ?? [designs]).compactMap { StoreDocument(.design, json: $0) }
  }

  /// Reads an app's preferences, and the designs in them; `nil` if there are none.
  private static func preferences(
    _ bytes: [UInt8], path: String, readBy reader: any PropertyListReader
  ) throws -> (list: PropertyListValue, designs: JSONValue?) {
    let list: PropertyListValue
    do { list = try reader.value(of: bytes) } catch {
      throw PhotoprepError.noPreferences(error.fact, path: path)
    }
    guard let values = list.dictionary else {
      throw PhotoprepError.noPreferences("This is a property list without keys.", path: path)
    }
    let designs = values[ContainerLayout.designsKey].map(json)
    guard designs?.holdsDesigns != false else {
      throw PhotoprepError.noPreferences(
        "There is no list of designs under '\(ContainerLayout.designsKey)'.", path: path)
    }
    return (list, designs)
  }

  /// A value of a property list as JSON; data and texts that are JSON are parsed.
  private static func json(in value: PropertyListValue) -> JSONValue {
    switch value {
    case .dictionary(let values): .object(values.mapValues(json))
    case .array(let values): .array(values.map(json))
    case .data(let data):
      JSONValue(inText: data) ?? .string(String(decoding: data, as: UTF8.self))
    case .text(let text): JSONValue(inText: Array(text.utf8)) ?? .string(text)
    case .other: .null
    }
  }
}

extension JSONValue {
  /// Whether this is an object, or an array of only objects.
  fileprivate var holdsDesigns: Bool {
    object != nil || array?.allSatisfy { $0.object != nil } == true
  }
}

extension PhotoprepError {
  fileprivate static func noDocument(_ what: String, path: String) -> PhotoprepError {
    PhotoprepError(.unreadableDocument, path: path, message: "This is not \(what).")
  }

  /// The remedy never says to remove preferences: they hold every design of the app.
  fileprivate static func noPreferences(_ fact: String, path: String) -> PhotoprepError {
    PhotoprepError(
      .unreadableDocument, path: path, message: fact,
      remedy: "Let the app write its designs again, or restore the file from a backup.")
  }
}
