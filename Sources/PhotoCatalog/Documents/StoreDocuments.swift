package import PhotoGeometry
package import PhotoStore
import SystemFiles
import SystemPackage

package struct StoreDocuments: StoreWork {
  let store: Store

  package init(of store: Store) { self.store = store }

  /// The photos that designs and albums show and that have no record, each once.
  ///
  /// A document that cannot be read is skipped here; `check` reports it.
  package func packagedPhotos() throws -> [PackagedPhoto] {
    var photos: [PackagedPhoto] = []
    for (name, design) in try readable(.design) {
      photos += design.packagedPhotos(of: .design(name))
    }
    for (name, album) in try readable(.album) {
      photos += album.packagedPhotos(of: .album(name))
    }
    for design in try designsOfPreferences() {
      photos += design.packagedPhotos(of: .preferences(design.json.object?["name"]?.string ?? ""))
    }
    var seen: Set<String> = []
    return photos.filter { seen.insert($0.master).inserted }
  }

  /// The designs of the store: those in files, sorted, then those in the app's preferences.
  ///
  /// The name of a design is its file's without the ending, or its identifier in the preferences; if several have the
  /// same name, the second gets `-2` behind it, and so on. A design that is both in a file and in the preferences is
  /// listed once.
  ///
  /// - Throws: `unreadable-document`.
  package func designs() throws -> [(name: String, design: [String: JSONValue])] {
    var found: [(String, [String: JSONValue])] = []
    for name in try names(of: .design) {
      found += try document(.design, name).designs.map { (name.documentStem, $0) }
    }
    let inFiles = Set(found.compactMap { $0.1["id"]?.string })
    for design in try designsOfPreferences().flatMap(\.designs) {
      let id = design["id"]?.string
      if let id, inFiles.contains(id) { continue }
      found.append((id.flatMap(FileNameRule.sanitized) ?? "design", design))
    }
    var counts: [String: Int] = [:]
    return found.map { name, design in
      counts[name, default: 0] += 1
      return (counts[name] == 1 ? name : "\(name)-\(counts[name, default: 1])", design)
    }
  }

  /// The file names of the designs or albums, in the order of their bytes.
  func names(of kind: StoreDocument.Kind) throws -> [String] {
    try fileSystem.names(in: paths.folder(of: kind))
      .filter { !$0.isHidden && $0.string.hasSuffix(".json") }.map(\.string)
  }

  func document(_ kind: StoreDocument.Kind, _ name: String) throws -> StoreDocument {
    let path = paths.folder(of: kind).appending(name)
    return try StoreDocument(kind, bytes: try fileSystem.readDocument(at: path), path: path.string)
  }

  /// The designs in the preferences of the app whose container this is.
  ///
  /// Preferences that cannot be read count as empty here; `check` reports them.
  func designsOfPreferences() throws -> [StoreDocument] {
    try preferences().flatMap { path in
      let bytes = try fileSystem.readDocument(at: path)
      return
        (try? ReferenceDocument.designs(
          inPreferences: bytes, path: path.string, readBy: store.environment.propertyLists)) ?? []
    }
  }

  func preferences() throws -> [FilePath] {
    try fileSystem.names(in: paths.preferences)
      .filter { !$0.isHidden && $0.string.hasSuffix(".plist") }.map(paths.preferences.appending)
  }

  private func readable(_ kind: StoreDocument.Kind) throws -> [(String, StoreDocument)] {
    try names(of: kind).compactMap { name in (try? document(kind, name)).map { (name, $0) } }
  }
}

extension StoreDocument {
  var designs: [[String: JSONValue]] { (json.array ?? [json]).compactMap(\.object) }

  fileprivate func packagedPhotos(of origin: PackagedPhoto.Origin) -> [PackagedPhoto] {
    guard kind == .album else {
      return images.compactMap(\.smartPhoto).compactMap { photo in
        PackagedPhoto(origin, photo.masterFileName, photo.variants.mapValues(\.renderFileName))
      }
    }
    let entries = (try? Album(bytes: bytes, path: ""))?.entries ?? []
    return entries.compactMap { entry in
      PackagedPhoto(
        origin, entry.sourceFileName ?? "", entry.renders.compactMapValues(\.fileNames.first))
    }
  }
}

/// A photo that a design or an album shows and that has no record, because it was not prepared here: it came in with a
/// package, or the published app prepared it.
package struct PackagedPhoto: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    /// By their file names.
    case design(String), album(String)
    /// A design in the published app's preferences, by its name.
    case preferences(String)

    package var text: String {
      switch self {
      case .design(let name): "the design \(name)".displayText
      case .album(let name): "the album \(name)".displayText
      case .preferences(let name): "the app's design \(name)".displayText
      }
    }
  }

  /// The document that names the photo; if several do, the first in the order of the cases.
  package let origin: Origin
  package let master: String
  package let renders: [RenderFamily: String]
}

extension PackagedPhoto {
  /// `nil` for a photo that is prepared in this store, and for one without a master.
  init?(_ origin: Origin, _ master: String, _ renders: [RenderFamily: String]) {
    guard !master.isEmpty, StoredFileName(master) == nil else { return nil }
    self.init(origin: origin, master: master, renders: renders.filter { !$0.value.isEmpty })
  }
}
