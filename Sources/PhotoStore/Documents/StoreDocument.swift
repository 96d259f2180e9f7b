package import Foundation

/// A design or an album as in its file, with all its keys.
///
/// Listing and renaming walk the document the same way, so exactly the listed files are renamed. The walk is as lenient
/// as the published app: a name that is missing or of the wrong type counts as no name.
public struct StoreDocument: Hashable, Sendable {
  /// The kind of a document.
  public enum Kind: String, Hashable, Sendable {
    /// A WidgetWeaver `WidgetSpec`, a list of them, or one image.
    case design
    /// A shuffle manifest.
    case album
  }

  /// The document's kind.
  public let kind: Kind
  /// The whole document.
  public let json: JSONValue

  /// Makes a document; `nil` when the value is neither an object nor, for a design, a list of objects.
  public init?(_ kind: Kind, json: JSONValue) {
    let isList = kind == .design && json.array?.allSatisfy { $0.object != nil } == true
    guard isList || json.object != nil else { return nil }
    (self.kind, self.json) = (kind, json)
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - kind: Its kind.
  ///   - bytes: The file's bytes.
  ///   - path: The file, for errors.
  /// - Throws: `unreadable-document` when the bytes are not JSON, or not such a document.
  public init(_ kind: Kind, bytes: [UInt8], path: String) throws(PhotoprepError) {
    let json = try JSONValue.parsing(bytes, path: path)
    guard let document = StoreDocument(kind, json: json) else {
      throw .lacking(kind == .album ? "a JSON object" : "a design or a list of them", path: path)
    }
    self = document
  }

  /// The document's bytes, the same for the same document on every machine.
  public var bytes: [UInt8] { json.canonicalBytes }

  /// Every place that names a file, in an order that does not depend on the names.
  public var references: [FileReference] {
    var references: [FileReference] = []
    _ = walked { _, place in if case .name(let reference) = place { references.append(reference) } }
    return references
  }

  /// The images of a design, or of each design in a list; none of an album, which has entries.
  public var images: [ImageSpec] {
    guard kind == .design else { return [] }
    return (json.array ?? [json]).compactMap(\.object).flatMap { Design(json: $0).images }
  }

  /// Every date the document holds, in either form.
  package var dates: [Date] {
    var dates: [Date] = []
    _ = walked { value, place in if place == .date, let date = value.date { dates.append(date) } }
    return dates
  }

  /// Returns the document with other names in the places that name files.
  ///
  /// Everything else stays as it is, numbers digit by digit.
  ///
  /// - Parameter newName: Returns the name to put in a place, or `nil` to leave the place alone; an
  ///   empty name names no file.
  /// - Returns: A document of the same kind.
  public func renamingFiles(_ newName: (FileReference) -> String?) -> StoreDocument {
    walked { value, place in
      if case .name(let reference) = place, let name = newName(reference) { value = .string(name) }
    }
  }

  /// The album name of each smart photo of a design, in an order that does not depend on the
  /// names; `nil` for one without an album.
  package var albumNames: [String?] {
    var names: [String?] = []
    _ = walked { if $1 == .photo { names.append($0.object?[Self.albumKey]?.string) } }
    return names
  }

  /// Returns the design with other albums, as from ``albumNames``; a smart photo without a name names no album.
  package func withAlbums(_ names: [String?]) -> StoreDocument {
    var rest = names[...]
    return walked { photo, place in
      guard place == .photo else { return }
      let name = rest.popFirst() ?? nil
      guard case .object(var object) = photo else { return }
      object[Self.albumKey] = name.map(JSONValue.string)
      photo = .object(object)
    }
  }

  private static let albumKey = "shuffleManifestFileName"

  /// Returns the document with its dates in the form that its kind has on disk.
  ///
  /// The published app drops a smart photo, or a whole album, whose date has the other form.
  public func writingDates() -> StoreDocument {
    walked { value, place in
      guard place == .date, let date = value.date,
        (value.string == nil) == (kind == .design)
      else { return }
      value = .date(date, as: kind == .design ? .iso8601 : .referenceSeconds)
    }
  }

  private func walked(_ change: (inout JSONValue, DocumentWalk.Place) -> Void) -> StoreDocument {
    var copy = json
    withoutActuallyEscaping(change) { DocumentWalk(change: $0).visit(&copy, as: kind) }
    return StoreDocument(kind: kind, copy)
  }

  private init(kind: Kind, _ json: JSONValue) { (self.kind, self.json) = (kind, json) }
}

/// Visits every place of a document that names a file or holds a date; keys as in the published app's documents.
struct DocumentWalk {
  enum Place: Equatable {
    case name(FileReference)
    case date
    /// A smart photo, after the places in it.
    case photo
  }

  let change: (inout JSONValue, Place) -> Void

  func visit(_ document: inout JSONValue, as kind: StoreDocument.Kind) {
    switch kind {
    case .design: visit(design: &document)
    case .album: visit(album: &document)
    }
  }

  private func visit(design: inout JSONValue) {
    if case .array(var designs) = design {
      for index in designs.indices { visit(widget: &designs[index]) }
      design = .array(designs)
    } else {
      visit(widget: &design)
    }
  }

  private func visit(album: inout JSONValue) {
    album.change("entries") { entries in
      guard case .array(var values) = entries else { return }
      for index in values.indices { visit(entry: &values[index]) }
      entries = .array(values)
    }
    album.change("nextChangeDate") { change(&$0, .date) }
  }

  /// A design, or a document that is one image: its own places are then at the top.
  private func visit(widget: inout JSONValue) {
    visit(image: &widget)
    widget.change("image") { visit(image: &$0) }
    widget.change("matchedSet") { set in
      for family in RenderFamily.allCases {
        set.change(family.rawValue) { variant in variant.change("image") { visit(image: &$0) } }
      }
    }
    widget.change("updatedAt") { change(&$0, .date) }
  }

  private func visit(image: inout JSONValue) {
    visit("fileName", of: &image, as: .image)
    image.change("smartPhoto") { photo in
      visit("masterFileName", of: &photo, as: .master)
      for family in RenderFamily.allCases {
        photo.change(family.rawValue) { visit("renderFileName", of: &$0, as: .render(family)) }
      }
      visit("shuffleManifestFileName", of: &photo, as: .album)
      photo.change("preparedAt") { change(&$0, .date) }
      change(&photo, .photo)
    }
  }

  private func visit(entry: inout JSONValue) {
    visit("sourceFileName", of: &entry, as: .master)
    for family in RenderFamily.allCases {
      visit("\(family.rawValue)File", of: &entry, as: .render(family))
      visit("\(family.rawValue)ManualFile", of: &entry, as: .manualRender(family))
    }
    entry.change("preparedAt") { change(&$0, .date) }
  }

  private func visit(_ key: String, of value: inout JSONValue, as role: FileReference.Role) {
    value.change(key) { place in
      guard let name = place.string.flatMap(FileNameRule.sanitized) else { return }
      change(&place, .name(FileReference(name: name, role: role)))
    }
  }
}

extension JSONValue {
  /// Changes the value of a key in place, when this is an object that has the key.
  package mutating func change(_ key: String, _ body: (inout JSONValue) -> Void) {
    guard case .object(var object) = self, var value = object[key] else { return }
    body(&value)
    object[key] = value
    self = .object(object)
  }
}

/// One place of a design or an album that names a file.
public struct FileReference: Hashable, Sendable {
  /// The file's role at this place.
  public enum Role: Hashable, Sendable {
    /// The image of a design, shown where there is no render.
    case image
    /// The photo that renders are made from: a master, or the source of an album's entry.
    case master
    /// The render of a family; only its name tells whether a person chose its crop.
    case render(RenderFamily)
    /// A render of an album's entry whose crop a person chose.
    case manualRender(RenderFamily)
    /// An album; every other role is an image's.
    case album
  }

  /// The file's name as ``FileNameRule`` reads it.
  public let name: String
  /// The file's role at this place.
  public let role: Role

  /// Makes a reference.
  public init(name: String, role: Role) { (self.name, self.role) = (name, role) }

  /// Whether the published app reads the place: it has small, medium and large.
  public var isKnownToApp: Bool {
    switch role {
    case .render(let family), .manualRender(let family): RenderFamily.always.contains(family)
    case .image, .master, .album: true
    }
  }

  /// Whether the file is an image, in the folder of images.
  public var isImage: Bool { role != .album }
}
