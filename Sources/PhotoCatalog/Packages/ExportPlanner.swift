import PhotoStore
import SystemFiles
import SystemPackage

/// A design with everything it needs, or an album that no chosen design names.
struct ExportUnit {
  var designs: [ExchangePackage.PackagedDesign] = []
  var albums: [ExchangePackage.PackagedAlbum] = []
  /// Images that the designs name at keys this software does not know.
  var mentions: [String] = []

  /// The images, each once, in the order in which designs and then albums name them.
  var imageNames: [String] {
    var seen: Set<String> = []
    let references = (designs.map(\.document) + albums.map(\.document)).flatMap(\.references)
    return (references.filter(\.isImage).map(\.name) + mentions).filter { seen.insert($0).inserted }
  }

  fileprivate var twins: (String, String)? {
    PackagedName.twins(designs.compactMap(\.fileName)) ?? PackagedName.twins(albums.map(\.fileName))
      ?? PackagedName.twins(imageNames)
  }
}

/// The size of an image, or of a whole package, in the terms of the limits.
struct PackageWeight {
  var byteCount = 0
  var imageCount = 0
  var decodedByteCount = 0

  static func + (left: PackageWeight, right: PackageWeight) -> PackageWeight {
    PackageWeight(
      byteCount: left.byteCount + right.byteCount, imageCount: left.imageCount + right.imageCount,
      decodedByteCount: left.decodedByteCount + right.decodedByteCount)
  }

  func isWithin(_ limits: PackageLimits) -> Bool {
    byteCount <= limits.byteCount && imageCount <= limits.imageCount
      && decodedByteCount <= limits.decodedByteCount
  }
}

/// The contents of a package while designs are added, so that each document is measured once.
private struct PackageLoad {
  /// The bytes of a package without any design or image, and those for each of them beside its own bytes: keys, names
  /// and digests.
  ///
  /// Our choice: a name has at most 1,530 bytes as JSON and is in a package three times.
  static let overhead = 8192

  private(set) var weight = PackageWeight(byteCount: Self.overhead)
  // Names, folded as a file system that folds case would.
  private var designs: Set<String> = []
  private var albums: [String: String] = [:]
  private var images: [String: String] = [:]

  /// Returns the load with a unit; `nil` if two names would be equal.
  func adding(_ unit: ExportUnit, _ weights: [String: PackageWeight]) -> PackageLoad? {
    var load = self
    for design in unit.designs {
      if let name = design.fileName, !load.designs.insert(name.lowercased()).inserted { return nil }
      load.add(design.document)
    }
    for album in unit.albums {
      let known = load.albums.updateValue(album.fileName, forKey: album.fileName.lowercased())
      if let known, known != album.fileName { return nil }
      if known == nil { load.add(album.document) }
    }
    for name in unit.imageNames {
      let known = load.images.updateValue(name, forKey: name.lowercased())
      if let known, known != name { return nil }
      if known == nil { load.weight = load.weight + (weights[name] ?? PackageWeight()) }
    }
    return load
  }

  /// In a package a document's lines are indented, which takes more bytes.
  private mutating func add(_ document: StoreDocument) {
    weight.byteCount += 2 * document.bytes.count + Self.overhead
  }
}

/// Divides a selection into packages that keep the limits; only sizes and headers are read.
struct ExportPlanner {
  let store: Store
  let limits: PackageLimits

  private var documents: StoreDocuments { StoreDocuments(of: store) }

  /// Returns the packages, as few as the order of the designs allows; an album alone that is too large for one is
  /// divided.
  func packages(of units: [ExportUnit]) throws -> [ExportUnit] {
    if units.isEmpty {
      throw PhotoprepError(
        .emptyPackage, path: store.path.string, message: "No design and no album was chosen.",
        remedy: "Name designs, or say --all.")
    }
    var packages: [ExportUnit] = []
    var present = ExportUnit()
    var load = PackageLoad()
    var weights: [String: PackageWeight] = [:]
    var open = Array(units.reversed())
    while let unit = open.popLast() {
      for name in unit.imageNames where weights[name] == nil {
        weights[name] = try weight(ofImage: name, in: unit)
      }
      if let joined = load.adding(unit, weights), joined.weight.isWithin(limits) {
        present.join(unit)
        load = joined
        continue
      }
      if let twins = unit.twins {
        throw PhotoprepError.nameTwins(store.path.string, twins.0, twins.1)
      }
      let alone = PackageLoad().adding(unit, weights) ?? PackageLoad()
      guard alone.weight.isWithin(limits) else {
        let parts = try parts(of: unit, weights)
        if parts.count == 1 { throw tooLarge(unit, alone.weight) }
        open += parts.reversed()
        continue
      }
      packages.append(present)
      (present, load) = (unit, alone)
    }
    return packages + [present]
  }

  /// Returns the selection: the designs with their albums, then albums alone.
  func units(of selection: ExportSelection) throws -> [ExportUnit] {
    let all = selection.isEverything
    let designs = try all ? documents.names(of: .design) : selection.designs.map(\.documentName)
    var units = try designs.map { try unit(of: try document(.design, $0), named: $0) }
    if all { units += try unitsOfPreferences(excluding: units) }
    let named = Set(units.flatMap(\.albums).map(\.fileName))
    let albums = try all ? documents.names(of: .album) : selection.albums.map(\.documentName)
    for name in albums where !named.contains(name) {
      units.append(ExportUnit(albums: [try album(name)]))
    }
    return units
  }

  /// Divides an album that no design names and that is too large for a package; further parts get numbers behind its
  /// name.
  private func parts(
    of unit: ExportUnit, _ weights: [String: PackageWeight]
  ) throws -> [ExportUnit] {
    guard unit.designs.isEmpty, let whole = unit.albums.first else { return [unit] }
    let album = try Album(bytes: whole.document.bytes, path: whole.fileName)
    let taken = Set(try documents.names(of: .album).map { $0.lowercased() })
    let free = (2...(album.entries.count + taken.count + 2)).map(whole.fileName.partName)
      .filter { !taken.contains($0.lowercased()) }
    return try album.parts { number, entries in
      let name = number == 1 ? whole.fileName : free[number - 2]
      let document = try StoreDocument(.album, bytes: album.part(entries).bytes, path: name)
      return ExportUnit(albums: [ExchangePackage.PackagedAlbum(document: document, fileName: name)])
    } fits: { part in
      PackageLoad().adding(part, weights)?.weight.isWithin(limits) ?? true
    }
  }

  /// The designs in the preferences of the app whose container this is, without those that the store has as files.
  private func unitsOfPreferences(excluding units: [ExportUnit]) throws -> [ExportUnit] {
    var known = Set(units.flatMap(\.designs).map { $0.document.writingDates() })
    var found: [ExportUnit] = []
    for design in try documents.designsOfPreferences().map({ $0.writingDates() })
    where known.insert(design).inserted {
      found.append(try unit(of: design, named: nil))
    }
    return found
  }

  /// A design with everything it names; without a name, one of the app's preferences.
  private func unit(of design: StoreDocument, named name: String?) throws -> ExportUnit {
    var mentions: [String] = []
    for name in design.mentions where try isImage(name) { mentions.append(name) }
    var albums: [String] = []
    for reference in design.references where !reference.isImage {
      if !albums.contains(reference.name) { albums.append(reference.name) }
    }
    return ExportUnit(
      designs: [ExchangePackage.PackagedDesign(document: design, fileName: name)],
      albums: try albums.map { album in
        let place = store.paths.albums.appending(album)
        guard try store.fileSystem.hasFile(at: place) else {
          throw PhotoprepError(
            .missingAlbum, path: place.string,
            message: "There is no such album, and the design \(name ?? "preferences") names it.",
            remedy: "Take the album out of the design, or bring it back.")
        }
        return try self.album(album)
      }, mentions: mentions)
  }

  /// Whether there is an image of this name that a package may hold.
  private func isImage(_ name: String) throws -> Bool {
    let path = store.paths.images.appending(name)
    guard FileNameRule.isUsable(name), try store.fileSystem.hasFile(at: path) else { return false }
    let start = try store.fileSystem.readPrefix(of: path, count: PictureFormat.beginningLength)
    return PictureFormat(beginning: start).map(PictureFormat.stored.contains) ?? false
  }

  private func album(_ name: String) throws -> ExchangePackage.PackagedAlbum {
    ExchangePackage.PackagedAlbum(document: try document(.album, name), fileName: name)
  }

  private func document(_ kind: StoreDocument.Kind, _ name: String) throws -> StoreDocument {
    let path = store.paths.folder(of: kind).appending(name).string
    guard try PackagedName.checkedDocument(name, path: path) == name else {
      throw PhotoprepError.packagedNameInvalid(path, name)
    }
    do { return try documents.document(kind, name) } catch let error as PhotoprepError {
      let album = store.paths.albums.appending(name)
      guard error.code == .notFound, kind == .design, try store.fileSystem.hasFile(at: album) else {
        throw error
      }
      throw PhotoprepError(
        .notFound, path: album.string, message: "This is an album, not a design.",
        remedy: "Pack it with '--album \(ShellWord.quoted(name))'.")
    }
  }

  private func weight(ofImage name: String, in unit: ExportUnit) throws -> PackageWeight {
    let path = store.paths.images.appending(name)
    guard try PackagedName.checked(name, path: path.string) == name else {
      throw PhotoprepError.packagedNameInvalid(path.string, name)
    }
    guard let status = try store.fileSystem.status(of: path, followingLinks: false),
      status.kind == .regular
    else { throw PhotoprepError.missingImage(of: unit, path) }
    let prefix = try store.fileSystem.readPrefix(
      of: path, count: min(status.size, PictureHeader.prefixLength))
    return PackageWeight(
      byteCount: (status.size + 2) / 3 * 4 + PackageLoad.overhead, imageCount: 1,
      decodedByteCount: PictureHeader.decodedByteCount(of: prefix))
  }

  private func tooLarge(_ unit: ExportUnit, _ weight: PackageWeight) -> PhotoprepError {
    let path = unit.designs.lazy.compactMap(\.fileName).first ?? unit.albums.first?.fileName ?? ""
    let error: PhotoprepError =
      if weight.imageCount > limits.imageCount {
        .tooManyImages(path, count: weight.imageCount, limit: limits.imageCount)
      } else if weight.byteCount > limits.byteCount {
        .packageFileTooLarge(path, size: weight.byteCount, limit: limits.byteCount)
      } else {
        .decodesTooLarge(path, size: weight.decodedByteCount, limit: limits.decodedByteCount)
      }
    guard !unit.designs.isEmpty, let album = unit.albums.first?.fileName else { return error }
    return PhotoprepError(
      error.code, path: error.path,
      message: "\(error.message) The design shows the album \(album).",
      remedy: "Make smaller albums and packages of them with 'photoprep album make --package', or "
        + "take the store's whole folder.")
  }
}

extension ExportUnit {
  fileprivate mutating func join(_ other: ExportUnit) {
    designs += other.designs
    let known = other.albums.isEmpty ? [] : Set(albums.map(\.fileName))
    albums += other.albums.filter { !known.contains($0.fileName) }
    mentions += other.mentions
  }
}

package struct ExportSelection: Hashable, Sendable {
  /// The designs' file names, with or without `.json`.
  package var designs: [String]
  /// The albums' file names, with or without `.json`, in addition to those that the designs name.
  package var albums: [String]
  /// Whether every design and every album goes in.
  package var isEverything: Bool

  package init(designs: [String] = [], albums: [String] = [], isEverything: Bool = false) {
    (self.designs, self.albums, self.isEverything) = (designs, albums, isEverything)
  }
}
