package import PhotoStore
import SystemPackage

/// The designs of a store: their contents, and the names and identifiers that are taken.
struct DesignIndex {
  private var names: [ContentDigest: String] = [:]
  private var identifiers: Set<String> = []
  private var takenNames: Set<String> = []

  /// Reads every design of a store; for one that cannot be read, only its name is taken.
  init(_ store: Store) throws {
    let documents = StoreDocuments(of: store)
    for name in try store.fileSystem.names(in: store.paths.designs).map(\.string) {
      takenNames.insert(name.lowercased())
      guard name.hasSuffix(".json"), let document = try? documents.document(.design, name)
      else { continue }
      insert(document.writingDates(), as: name)
    }
  }

  func name(of document: StoreDocument) -> String? { names[ContentDigest(of: document.bytes)] }

  func hasIdentifier(_ identifier: String) -> Bool { identifiers.contains(identifier.lowercased()) }

  /// Whether a name is taken, including on a file system that folds case.
  func hasName(_ name: String) -> Bool { takenNames.contains(name.lowercased()) }

  mutating func insert(_ document: StoreDocument, as name: String) {
    names[ContentDigest(of: document.bytes)] = name
    takenNames.insert(name.lowercased())
    for identifier in document.identifiers { identifiers.insert(identifier.lowercased()) }
  }
}

extension StoreDocument {
  var identifiers: [String] { (json.array ?? [json]).compactMap { $0.object?["id"]?.string } }

  /// Returns the design with identifiers that no other design has.
  ///
  /// An identifier that is taken is replaced by one made from the design's content, so that the same design gets the
  /// same identifier again.
  func withFreeIdentifiers(in index: DesignIndex) -> StoreDocument {
    guard identifiers.contains(where: index.hasIdentifier) else { return self }
    let widgets = (json.array ?? [json]).map { widget in
      var widget = widget
      let content = ContentDigest(of: widget.canonicalBytes)
      widget.change("id") { identifier in
        guard let taken = identifier.string, index.hasIdentifier(taken) else { return }
        identifier = .string(ImportedFileName.identifier(of: content))
      }
      return widget
    }
    let changed = json.array == nil ? widgets[0] : .array(widgets)
    return StoreDocument(kind, json: changed) ?? self
  }
}

/// A design to pack that is not in a file of the store.
package struct NewDesign: Sendable {
  private let document: StoreDocument
  private let title: String
  private let album: (name: String, album: Album)?

  /// Makes a design: its document, the name that people see, after which importing a package names the design's file,
  /// and the album that its image names, with the album's file name.
  package init(
    _ document: StoreDocument, title: String, album: (name: String, album: Album)? = nil
  ) {
    (self.document, self.title, self.album) = (document, title, album)
  }

  /// The design as a package holds it; a title that cannot be a file's name, or is taken, gives no name.
  func unit(_ taken: inout Set<String>) throws -> ExportUnit {
    let name = title + ".json"
    let isFree = FileNameRule.isUsable(name) && taken.insert(name.lowercased()).inserted
    var unit = ExportUnit(designs: [
      ExchangePackage.PackagedDesign(document: document, fileName: isFree ? name : nil)
    ])
    if let (name, album) = album {
      let document = try StoreDocument(.album, bytes: album.bytes, path: name)
      unit.albums = [ExchangePackage.PackagedAlbum(document: document, fileName: name)]
    }
    return unit
  }
}
