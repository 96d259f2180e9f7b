internal import Foundation
package import PhotoCatalog
package import PhotoGeometry
internal import PhotoStore
package import SystemPackage

/// The options of `photoprep package`.
package struct PackageRequest: Sendable {
  /// How photos that the store does not hold are prepared: the inputs are photos, folders of them, and the store's
  /// names of photos and albums.
  package var preparing: PrepRequest
  /// The frames that renders of prepared photos must have; `nil` for any.
  package var frames: WidgetFrames?
  package var file: FilePath
  package var replaces = false
  /// How long each photo is shown, in minutes, in one design for all; `nil` for a design for each photo.
  package var minutesEach: Int?

  /// Makes a request for a design for each photo.
  package init(_ preparing: PrepRequest, file: FilePath) {
    (self.preparing, self.file) = (preparing, file)
  }
}

package struct PackageSummary: Hashable, Sendable {
  package internal(set) var photos = 0
  package internal(set) var rejected = 0
  /// Whether the run was stopped before its end; then nothing is written.
  package internal(set) var wasInterrupted = false
  /// What worker processes are not prevented from on this system, one sentence each.
  package internal(set) var isolationGaps: [String] = []
}

/// Makes a package of photos, and prepares those that are not prepared yet.
package struct PackageRun {
  private let request: PackageRequest
  private let interruption: Interruption
  private let environment = RunEnvironment.machine()
  private var summary = PackageSummary()
  /// The records of photos that this run prepared, by their paths.
  private var prepared: [FilePath: RecordID] = [:]

  package init(_ request: PackageRequest, interruption: Interruption = Interruption()) {
    (self.request, self.interruption) = (request, interruption)
  }

  /// Prepares photos that are not prepared, and writes the package of all; without any photo, writes nothing.
  ///
  /// `onPhoto` gets the outcome for each photo that was searched or prepared, `onSplit` the number of photos of each
  /// file before they are written, if one is not enough for all photos of a design.
  ///
  /// - Throws: A `PhotoprepError`, `already-exists` among them; errors of ``PrepRun`` and the closures.
  package mutating func run(
    onPhoto: (PrepEvent) throws -> Void, onSplit: ([Int]) throws -> Void = { _ in },
    onPackage: (ExportedPackage) throws -> Void
  ) throws -> PackageSummary {
    try PackageExchange.checkPackage(request.file, replacing: request.replaces)
    var places = try self.places(onPhoto)
    let missing = places.compactMap { if case .photo(let path) = $0 { path } else { nil } }
    if !missing.isEmpty {
      let order = try prepare(missing, onPhoto)
      // Without a store to search, a folder means the photos that were prepared from it.
      if places.count == missing.count { places = order.map(Place.photo) }
    }
    if summary.wasInterrupted { return summary }
    var seen: Set<PhotoID> = []
    let ids = places.compactMap { place in
      switch place {
      case .record(let id): id
      case .photo(let path): prepared[path]
      }
    }.filter { seen.insert($0.photo).inserted }
    summary.photos = ids.count
    if !ids.isEmpty {
      try write(ids, onSplit, onPackage)
    } else if summary.rejected == 0 {
      throw Rejection.noPhotos(request.preparing.inputs[0])
    }
    return summary
  }

  private enum Place {
    case record(RecordID)
    /// A photo, or a folder, to prepare.
    case photo(FilePath)
  }

  /// Looks up every photo in the store; without a store, all must be prepared.
  private mutating func places(_ report: (PrepEvent) throws -> Void) throws -> [Place] {
    let store: Store
    do { store = try open() } catch let error as PhotoprepError where error.code == .storeMissing {
      return request.preparing.inputs.map(Place.photo)
    }
    return try store.closing { store in
      var finder = try PhotoFinder(store, frames: request.frames, in: environment)
      var places: [Place] = []
      for answer in try request.preparing.inputs.flatMap({ try finder.photosOrAlbum($0) }) {
        switch answer {
        case .success(let record): places.append(.record(record.id))
        case .failure(let rejection) where isFile(rejection.path):
          places.append(.photo(rejection.path))
        case .failure(let rejection):
          summary.rejected += 1
          try report(.rejected(rejection))
        }
      }
      return places
    }
  }

  private func open() throws -> Store {
    try StoreRun(
      request: request.preparing, interruption: interruption, environment: environment
    ).open(for: .read)
  }

  private func isFile(_ path: FilePath) -> Bool {
    (try? environment.fileSystem.status(of: path, followingLinks: true)) != nil
  }

  /// Prepares photos, and returns the prepared ones, in their order.
  private mutating func prepare(
    _ paths: [FilePath], _ report: (PrepEvent) throws -> Void
  ) throws -> [FilePath] {
    var request = request.preparing
    request.inputs = paths
    var order: [FilePath] = []
    prepared = [:]
    let result = try PrepRun(request, interruption: interruption).run { event in
      switch event {
      case .prepared(let file), .unchanged(let file):
        order.append(file.path)
        prepared[file.path] = file.id
      case .planned, .due, .removed, .gone, .rejected: break
      }
      try report(event)
    }
    summary.rejected += result.rejected
    summary.wasInterrupted = result.wasInterrupted
    summary.isolationGaps = result.isolationGaps
    return order
  }

  private func write(
    _ ids: [RecordID], _ split: ([Int]) throws -> Void,
    _ report: (ExportedPackage) throws -> Void
  ) throws {
    try open().closing { store in
      let records = try ids.map { try store.record($0) }
      let exchange = PackageExchange(of: store)
      if let minutes = request.minutesEach {
        var album = Album(sourceID: Album.standardSourceID, rotationIntervalMinutes: minutes)
        album.add(records)
        let title = request.file.stem ?? "album"
        let parts = try AlbumParts(
          of: album, named: Album.fileName(named: title), records, title: title, in: exchange)
        return try parts.export(
          by: exchange, to: request.file, replacing: request.replaces, onSplit: split,
          onPackage: report)
      }
      let designs = try records.map { record in
        // The name of its file, without the ending.
        let title = record.preparation.sources.first?.path.stem ?? record.id.photo.description
        return NewDesign(try PhotoDesign.document(of: record.image, title: title), title: title)
      }
      try exchange.export(
        designs, to: request.file, replacing: request.replaces, onPackage: report)
    }
  }
}

/// An album as designs for packages: one, or as many as needed, each showing a part of the album.
///
/// If the whole is too large for a package, entries have no masters, which widgets never show and which are as large
/// as ten renders (decision 0805).
struct AlbumParts {
  private(set) var designs: [NewDesign] = []
  /// How many photos each design shows.
  private(set) var counts: [Int] = []

  /// Divides an album; every part is as large as a package allows.
  ///
  /// `records` has those of its entries, at least one; further designs have a number behind the title.
  ///
  /// - Throws: The codes of file calls; `missing-image`.
  init(
    of album: Album, named name: String, _ records: [PhotoRecord], title: String,
    in exchange: PackageExchange
  ) throws {
    let known = Dictionary(records.map { ($0.id.description, $0) }) { first, _ in first }
    func design(_ number: Int, _ entries: ArraySlice<AlbumEntry>) throws -> NewDesign? {
      let first = entries.lazy.compactMap { known[$0.id] }.first
      guard let first = first ?? records.min(by: { $0.id < $1.id }) else { return nil }
      let (partName, partTitle) =
        number == 1 ? (name, title) : (name.partName(number), "\(title) \(number)")
      // Where the album is not known, the design shows its first photo.
      let design = try PhotoDesign.document(of: first.image, title: partTitle)
      return NewDesign(
        design.withAlbums([partName]), title: partTitle, album: (partName, album.part(entries)))
    }
    func fits(_ design: NewDesign?) throws -> Bool { try design.map(exchange.fits) ?? true }
    var album = album
    if try !fits(design(1, album.entries[...])) {
      for index in album.entries.indices { album.entries[index].sourceFileName = nil }
    }
    let parts = try album.parts(
      { (design: try design($0, $1), count: $1.count) }, fits: { try fits($0.design) })
    designs = parts.compactMap(\.design)
    counts = parts.map(\.count)
  }

  /// Packs the parts, each into a file of its own; `file` is the first.
  ///
  /// `split` is called before anything is written, with the number of photos of each file, if one package is not
  /// enough.
  func export(
    by exchange: PackageExchange, to file: FilePath, replacing: Bool,
    onSplit split: ([Int]) throws -> Void, onPackage report: (ExportedPackage) throws -> Void
  ) throws {
    if counts.count > 1 { try split(counts) }
    try exchange.export(designs, to: file, replacing: replacing, onPackage: report)
  }
}

/// A design that shows a photo from edge to edge, like the published app's own template for photos.
enum PhotoDesign {
  /// The design that the app writes for that template, in its newest version (decision 0325).
  private static let template = """
    {
      "layout": {
        "alignment": "leading", "axis": "vertical", "posterOverlayMode": "none",
        "primaryLineLimit": 2, "primaryLineLimitSmall": 1, "secondaryLineLimit": 2,
        "secondaryLineLimitSmall": 1, "showsAccentBar": false, "spacing": 8, "template": "poster"
      },
      "style": {
        "accent": "pink", "background": "subtleMaterial", "backgroundGlowEnabled": false,
        "backgroundOverlay": "plain", "backgroundOverlayOpacity": 0, "cornerRadius": 20,
        "nameTextStyle": "caption", "padding": 16, "primaryTextStyle": "title3",
        "secondaryTextStyle": "caption2", "symbolSize": 34, "weatherScale": 1
      },
      "version": 8
    }
    """

  /// Makes the design of an image, with its title in the app.
  ///
  /// - Throws: Never, as the template is valid.
  static func document(of image: ImageSpec, title: String) throws -> StoreDocument {
    let digest = ContentDigest(of: image.json(dates: .iso8601).canonicalBytes + Array(title.utf8))
    let date = image.smartPhoto?.preparedAt ?? Date(timeIntervalSinceReferenceDate: 0)
    let template = try StoreDocument(.design, bytes: Array(template.utf8), path: title)
    var design = template.json.object ?? [:]
    design["id"] = .string(ImportedFileName.identifier(of: digest))
    design["name"] = .string(title)
    // The app replaces an empty text by a greeting.
    design["primaryText"] = .string(title)
    design["updatedAt"] = .date(date, as: .iso8601)
    design["image"] = image.json(dates: .iso8601)
    return StoreDocument(.design, json: .object(design)) ?? template
  }
}
