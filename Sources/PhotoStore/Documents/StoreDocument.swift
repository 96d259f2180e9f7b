package import Foundation

/// A design or an album as in its file, with all its keys.
///
/// Listing and renaming walk the document the same way, so exactly the listed files are renamed.
/// The walk is as lenient as the published app: a name that is missing or of
/// the wrong type counts as no name.
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

  /// Makes a document; `nil` when the value is neither an object nor, for a design, a list of
  /// objects.
  public init?(_ kind: Kind, json: JSONValue) {
    let isList = kind == .design && json.array?.allSatisfy { $0.object != nil } == true
    guard isList || json.object != nil else { return nil }
    self.kind = kind
    self.json = json
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
    _ = walked(onName: { references.append($1) })
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
    _ = walked(onDate: { dates += [$0.date].compactMap(\.self) })
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
    walked(onName: { place, reference in
      if let name = newName(reference) { place = .string(name) }
    })
  }

  /// The album name of each smart photo of a design, in an order that does not depend on the
  /// names; `nil` for one without an album.
  package var albumNames: [String?] {
    var names: [String?] = []
    _ = walked(onPhoto: { names.append($0.object?[Self.albumKey]?.string) })
    return names
  }

  /// Returns the design with other albums.
  ///
  ///   - names: As from ``albumNames``; a smart photo without a name names no album.
  /// - Returns: The design.
  package func withAlbums(_ names: [String?]) -> StoreDocument {
    var rest = names[...]
    return walked(onPhoto: { photo in
      let name = rest.popFirst() ?? nil
      guard case .object(var object) = photo else { return }
      object[Self.albumKey] = name.map(JSONValue.string)
      photo = .object(object)
    })
  }

  private static let albumKey = "shuffleManifestFileName"

  /// Returns the document with its dates in the form that its kind has on disk.
  ///
  /// The published app drops a smart photo, or a whole album, whose date has the other form.
  public func writingDates() -> StoreDocument {
    walked(onDate: { place in
      guard let date = place.date, (place.string == nil) == (kind == .design) else { return }
      place = .date(date, as: kind == .design ? .iso8601 : .referenceSeconds)
    })
  }

  private func walked(
    onName: (inout JSONValue, FileReference) -> Void = { _, _ in },
    onDate: (inout JSONValue) -> Void = { _ in },
    onPhoto: (inout JSONValue) -> Void = { _ in }
  ) -> StoreDocument {
    var copy = json
    withoutActuallyEscaping(onName) { onName in
      withoutActuallyEscaping(onDate) { onDate in
        withoutActuallyEscaping(onPhoto) { onPhoto in
          DocumentWalk(onName: onName, onDate: onDate, onPhoto: onPhoto).visit(&copy, as: kind)
        }
      }
    }
    return StoreDocument(kind: kind, copy)
  }

  private init(kind: Kind, _ json: JSONValue) { (self.kind, self.json) = (kind, json) }
}
