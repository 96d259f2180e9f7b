package import Foundation
internal import Imaging
package import PhotoCatalog
package import PhotoStore
internal import SmartCrop
internal import SystemFiles
package import SystemPackage

/// A store for the pages for people: its photos, small copies of its pictures, importance maps.
package struct StoreView: Sendable {
  package var path: FilePath { framing.path }
  package var container: PhotoContainer { framing.container }
  private let framing: HandFraming
  private let folders = FolderNotes()
  /// The files of all photos as the catalog knows them, once one was asked for.
  private let files = Locked<[PhotoID: [FilePath]]?>(nil)
  /// Reads the preferences of an app.
  private let propertyLists: any PropertyListReader

  /// Opens a view of a store; an app's preferences are read in processes, or without isolation in this one.
  ///
  /// - Throws: A `PhotoprepError` when there is no store.
  package init(
    _ path: FilePath, isolation: IsolationSettings? = nil,
    interruption: Interruption = Interruption()
  ) throws {
    let environment = StoreEnvironment.now.readingPropertyLists(in: isolation, until: interruption)
    try self.init(path, in: environment, interruption: interruption)
  }

  package init(
    _ path: FilePath, in environment: StoreEnvironment, interruption: Interruption = Interruption()
  ) throws {
    try Store.open(at: path, for: .read, in: environment).close()
    propertyLists = environment.propertyLists
    framing = try HandFraming(path, interruption: interruption)
  }

  package var imagesFolder: URL { container.url.appending(path: container.layout.images) }
  package var recordsFolder: URL { container.url.appending(path: container.layout.photos) }

  /// Whether this account may change hand work: both folders are writable.
  package var isWritable: Bool {
    [imagesFolder, recordsFolder].allSatisfy { FileManager.default.isWritableFile(atPath: $0.path) }
  }

  /// The names of all records, sorted.
  package func recordIDs() throws -> [RecordID] { try container.recordIDs() }

  package func card(_ id: RecordID) throws -> PhotoCard { card(of: try container.record(id)) }

  private func card(of record: PhotoRecord) -> PhotoCard {
    let known = files.withLock { files in
      files =
        files
        ?? (try? reading { try FormerPhotos(of: $0, in: DiskFileSystem()).files() })?
        .mapValues { $0.map(\.path) }
      return files?[record.id.photo] ?? []
    }
    return PhotoCard(record, files: known, folders: folders)
  }

  /// The place of a master or render by its file's name, or `nil` when the name is of another kind.
  package func imageURL(_ name: String) -> URL? {
    guard name.hasPrefix(StoredFileName.prefix), PictureFormat(ofStored: name) != nil else {
      return nil
    }
    return container.imageURL(name).flatMap { $0.lastPathComponent == name ? $0 : nil }
  }

  private var environment: StoreEnvironment {
    var environment = StoreEnvironment.now
    environment.propertyLists = propertyLists
    return environment
  }

  package func reading<Value>(_ body: (Store) throws -> Value) throws -> Value {
    try Store.open(at: path, for: .read, in: environment).closing(after: body)
  }

  /// How long each wait of removing for other writers lasts; ours: a page shows nothing meanwhile.
  private static let patience = Duration.seconds(5)

  /// Moves prepared photos to the trash, as `rm` does: later runs do not prepare them again by themselves.
  ///
  /// - Throws: `in-use` if a document or a pin names one, and then all stay; `store-locked`; the codes of a cleanup.
  package func remove(_ ids: Set<RecordID>) throws {
    try alone { store in
      let cleanup = Cleanup(of: store, .removing(ids))
      _ = try cleanup.remove(ids, by: try cleanup.plan { _ in }) { _ in }
    }
  }

  /// Brings photos back from the trash, with their hand work.
  ///
  /// - Throws: `not-found` if the trash does not hold one; `store-locked`; the codes of a cleanup.
  package func bringBack(_ ids: Set<RecordID>) throws {
    try alone { store in
      _ = try Cleanup(of: store).restore(ids.map(\.description).sorted()) { _ in }
    }
  }

  /// Opens the store as its only writer during a body.
  private func alone(_ body: (Store) throws -> Void) throws {
    var environment = environment
    environment.keepsWaiting = { _ in
      let end = ContinuousClock.now + Self.patience
      return { _ in .now < end }
    }
    try Store.open(at: path, for: .alone, in: environment).closing(after: body)
  }

  /// Changes a person's hand work in a photo: makes the requested renders, and commits them with the record.
  ///
  /// Renders come from the master, by the same steps and with the same limits as those of `prep`. The store is open
  /// for writing only meanwhile, beside any number of other writers. Framings and stars also apply to the photo's
  /// records of other devices and filters, framings only if that family has no hand work there yet.
  ///
  /// - Throws: A `PhotoprepError`, `changed-meanwhile` when the photo has another revision; a
  ///   ``FramingProblem``; a ``Rejection`` when the master cannot be read.
  package func apply(_ edit: HandEdit, to id: RecordID) throws -> PhotoCard {
    card(of: try framing.apply(edit, to: id))
  }

  /// Returns the crops that `prep` would choose if a person pointed at a place, in fractions of the upright photo.
  ///
  /// - Throws: A `PhotoprepError`; a ``Rejection`` when the master cannot be read.
  package func crops(
    of id: RecordID, keeping focus: FocusArea
  ) throws -> [RenderFamily: NormalizedRect] {
    let photo = try container.record(id).preparation
    let master = container.file(of: photo.master)
    let crops = try Self.analysis(of: master, keeping: [FocusRegion(focus)])
      .crops(in: photo.uprightSize, by: photo.recipe)
    return Dictionary(
      uniqueKeysWithValues: crops.all.map {
        ($0.family, NormalizedRect($0.value.rect, in: photo.uprightSize))
      })
  }

  /// Returns a small copy of a picture of the store as a file: at most `longEdge` pixels on its longer side, while a
  /// smaller picture keeps its size, in the format's quality of 1…100.
  ///
  /// - Throws: A ``Rejection`` when it cannot be read or written.
  package static func copy(
    of file: URL, longEdge: Int, quality: Int, as format: PictureFormat = .jpg
  ) throws -> [UInt8] {
    try decoded(FilePath(file.path), longEdge: longEdge) { raster in
      try raster.resized(to: raster.size.fitting(longEdge: longEdge)).file(
        format, quality: quality)
    }
  }

  /// Returns a picture of the store as it is, or as a PNG of the same size if browsers do not show its format.
  ///
  /// - Throws: A ``Rejection`` when it cannot be read.
  package static func whole(_ file: URL) throws -> [UInt8] {
    let bytes = try bytes(FilePath(file.path))
    let isShown = PictureFormat(beginning: bytes).map(PictureFormat.ofBrowsers.contains) == true
    return isShown ? bytes : try copy(of: file, longEdge: .max, quality: 100, as: .png)
  }

  /// Returns how much each part of a prepared photo matters, without its subjects, which are in the record.
  ///
  /// - Throws: A `PhotoprepError`; a ``Rejection`` when the master cannot be read.
  package func importance(of id: RecordID) throws -> ImportanceGrid {
    let master = container.file(of: try container.record(id).preparation.master)
    return ImportanceGrid(try Self.analysis(of: master).importance)
  }

  private static func bytes(_ picture: FilePath) throws -> [UInt8] {
    try DiskFileSystem.around(picture).readPhoto(picture).bytes
  }

  /// Decodes a master or render in this process, at least as large as a long edge needs, and passes it on.
  private static func decoded<Value>(
    _ path: FilePath, longEdge: Int, _ make: (Raster) throws -> Value
  ) throws -> Value {
    let bytes = try bytes(path)
    return try Rejection.about(path) {
      let source = try rendering.opened(bytes, named: path.displayText)
      let scale = min(1, Double(longEdge) / Double(source.header.size.longEdge))
      return try make(try source.decode(atLeast: scale, background: .black))
    }
  }

  /// Analyses a master, with regions that its crops should keep.
  private static func analysis(
    of master: FilePath, keeping focus: [FocusRegion] = []
  ) throws -> PhotoAnalysis {
    try decoded(master, longEdge: CropAnalyzer.preferredLongEdge) { raster in
      try rendering.analysis(of: raster, by: .learned, keeping: focus).analysis
    }
  }

  private static var rendering: PhotoRendering { PhotoRendering(reading: ReadingSettings()) }
}

/// How much each cell of a grid over the upright photo matters, 0…255; the pages' scripts read it as JSON.
package struct ImportanceGrid: Encodable, Sendable {
  package let width, height: Int
  /// A value for each cell, row by row; 255 for the greatest.
  package let cells: Data

  init(_ map: ImportanceMap) {
    (width, height) = (map.width, map.height)
    let peak = max(map.values.max() ?? 1, .ulpOfOne)
    // As in the explaining pictures, the root makes weak values visible beside a strong peak.
    cells = Data(map.values.map { UInt8(255 * ($0 / peak).squareRoot()) })
  }
}
