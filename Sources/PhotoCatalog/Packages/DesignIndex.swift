import PhotoStore
import SystemFiles
import SystemPackage

/// The designs a store has: what is in them, and which names and identifiers are taken.
struct DesignIndex {
  private var names: [ContentDigest: String] = [:]
  private var identifiers: Set<String> = []
  private var takenNames: Set<String> = []

  /// Reads every design of a store; one that cannot be read only takes its name.
  init(_ store: Store) throws(PhotoprepError) {
    for file in try store.names(in: store.paths.designs) {
      takenNames.insert(file.string.lowercased())
      guard file.string.hasSuffix(".json"),
        let document = try? store.document(.design, at: store.paths.designs.appending(file))
      else { continue }
      insert(document.writingDates(), as: file.string)
    }
  }

  /// The name of the file that holds the same design.
  func name(of document: StoreDocument) -> String? { names[ContentDigest(of: document.bytes)] }

  /// Whether another design has an identifier.
  func hasIdentifier(_ identifier: String) -> Bool {
    identifiers.contains(identifier.lowercased())
  }

  /// Whether a name is taken, also on a file system that folds case.
  func hasName(_ name: String) -> Bool { takenNames.contains(name.lowercased()) }

  mutating func insert(_ document: StoreDocument, as name: String) {
    names[ContentDigest(of: document.bytes)] = name
    takenNames.insert(name.lowercased())
    for identifier in document.identifiers { identifiers.insert(identifier.lowercased()) }
  }
}

extension Store {
  /// The names in one of the store's folders; none when there is no folder, as in a container that
  /// lost an empty one on its way.
  func names(in folder: FilePath) throws(PhotoprepError) -> [FilePath.Component] {
    try filing { () throws(PhotoprepError) in
      guard try fileSystem.status(of: folder, followingLinks: true) != nil else { return [] }
      return try fileSystem.list(folder)
    }
  }

  /// The names of the designs or albums in a folder.
  func documentNames(in folder: FilePath) throws(PhotoprepError) -> [String] {
    try names(in: folder).filter { !$0.isHidden && $0.string.hasSuffix(".json") }.map(\.string)
  }

  /// Reads a design or an album.
  func document(
    _ kind: StoreDocument.Kind, at path: FilePath
  ) throws(PhotoprepError) -> StoreDocument {
    let contents = try filing { () throws(PhotoprepError) in
      try fileSystem.readFile(
        at: path, limit: PhotoContainer.documentByteLimit, followingLinks: false)
    }
    return try StoreDocument(kind, bytes: contents.bytes, path: path.string)
  }
}

extension StoreDocument {
  /// The identifiers of a widget, or of each in a list.
  var identifiers: [String] { (json.array ?? [json]).compactMap { $0.object?["id"]?.string } }

  /// Returns the design with identifiers that no other design has.
  ///
  /// An identifier that is taken gives way to one made from the design's content, so that the same
  /// design finds itself again.
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
