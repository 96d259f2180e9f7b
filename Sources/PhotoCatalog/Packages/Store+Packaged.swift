public import PhotoGeometry
public import PhotoStore
import SystemFiles
import SystemPackage

/// A photo that a design or an album shows and that was not prepared here, so that it has no record:
/// it came in with a package, or the published app prepared it.
public struct PackagedPhoto: Hashable, Sendable {
  /// What names the photo.
  public enum Origin: Hashable, Sendable {
    /// The design of this file name.
    case design(String)
    /// The album of this file name.
    case album(String)
    /// A design in the published app's preferences, by its name.
    case preferences(String)

    /// The origin in words.
    public var text: String {
      switch self {
      case .design(let name): "the design \(name)".displayText
      case .album(let name): "the album \(name)".displayText
      case .preferences(let name): "the app's design \(name)".displayText
      }
    }
  }

  /// What names the photo; of several the first, in this order.
  public let origin: Origin
  /// The name of the master's file.
  public let master: String
  /// The names of the renders that are shown.
  public let renders: [RenderFamily: String]
}

extension Store {
  /// The photos that designs and albums show and that have no record, each once.
  ///
  /// A document that cannot be read names none here; `check` says so.
  ///
  /// - Throws: The codes of file calls when a folder cannot be read.
  public func packagedPhotos() throws(PhotoprepError) -> [PackagedPhoto] {
    var photos: [PackagedPhoto] = []
    for (name, design) in try documents(.design, in: paths.designs) {
      photos += design.packagedPhotos(of: .design(name))
    }
    for (name, album) in try documents(.album, in: paths.albums) {
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
  /// The name of a design is its file's without the ending, or its identifier in the preferences; of
  /// several with one name the second has `-2` behind it, and so on. A design that is in a file and in the
  /// preferences comes once.
  ///
  /// - Throws: `unreadable-document`; the codes of file calls when a folder cannot be read.
  public func designs() throws(PhotoprepError) -> [(name: String, design: [String: JSONValue])] {
    var found: [(String, [String: JSONValue])] = []
    for name in try documentNames(in: paths.designs).sorted() {
      let document = try document(.design, at: paths.designs.appending(name))
      found += document.designs.map { (String(name.dropLast(5)), $0) }
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

  /// The designs in the preferences of the app whose container this is.
  func designsOfPreferences() throws(PhotoprepError) -> [StoreDocument] {
    var designs: [StoreDocument] = []
    for name in try names(in: paths.preferences)
    where !name.isHidden && name.string.hasSuffix(".plist") {
      let path = paths.preferences.appending(name)
      let contents = try filing { () throws(PhotoprepError) in
        try fileSystem.readFile(
          at: path, limit: PhotoContainer.documentByteLimit, followingLinks: false)
      }
      let found = ReferenceDocument.designs(
        inPreferences: contents.bytes, readBy: environment.propertyLists)
      designs += found.compactMap { StoreDocument(.design, json: $0) }
    }
    return designs
  }

  private func documents(
    _ kind: StoreDocument.Kind, in folder: FilePath
  ) throws(PhotoprepError) -> [(String, StoreDocument)] {
    try documentNames(in: folder).sorted().compactMap { name in
      (try? document(kind, at: folder.appending(name))).map { (name, $0) }
    }
  }
}

extension StoreDocument {
  /// The designs of a document, which may be a list.
  fileprivate var designs: [[String: JSONValue]] { (json.array ?? [json]).compactMap(\.object) }

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

extension PackagedPhoto {
  /// `nil` for a photo that is prepared in this store, and for one without a master.
  fileprivate init?(_ origin: Origin, _ master: String, _ renders: [RenderFamily: String]) {
    guard !master.isEmpty, StoredFileName(master) == nil else { return nil }
    self.init(origin: origin, master: master, renders: renders.filter { !$0.value.isEmpty })
  }
}
