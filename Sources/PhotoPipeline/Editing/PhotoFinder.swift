internal import Foundation
package import PhotoCatalog
package import PhotoStore
internal import SystemFiles
package import SystemPackage

/// Finds the records of prepared photos by a person's names for them.
///
/// A photo can be named by its record's name, by its own 16 digits, by its file if that still exists, by a name it was
/// prepared under, or by its first digits. Of several preparations the latest is used.
struct PhotoFinder {
  private let store: Store
  private let frames: WidgetFrames?
  private let environment: RunEnvironment
  /// The names of all records, in their order: 16 bytes each.
  private let records: [RecordID]
  /// Every readable record, read when all of them are needed first.
  private var all: [PhotoRecord]?

  /// Lists the records of a store; without frames, renders may have any.
  init(_ store: Store, frames: WidgetFrames?, in environment: RunEnvironment) throws {
    (self.store, self.frames, self.environment) = (store, frames, environment)
    records = try store.recordIDs()
  }

  typealias Answer = Result<PhotoRecord, Rejection>

  /// The match of an argument: one photo's records, even with files missing, and its name.
  typealias Found = (ids: [RecordID], path: FilePath)

  /// Returns every prepared photo once, in the order of the names they were prepared under.
  mutating func everything() throws -> [Answer] {
    let latest = Dictionary(grouping: try allRecords().filter(fits), by: \.id.photo).values
      .compactMap(Self.latest)
    if latest.isEmpty { return [.failure(.emptyStore(store.path))] }
    return try latest.sorted(by: Self.isBefore).map { record in
      try whole(
        record, record.preparation.sources.first?.path ?? FilePath(record.id.description))
    }
  }

  /// Returns the latest preparations of the photos that an argument means: several for a folder.
  mutating func photos(_ argument: FilePath) throws -> [Answer] {
    try found(argument).map { found in
      switch found {
      case .failure(let rejection): .failure(rejection)
      case .success(let (ids, path)): try photo(ids, path)
      }
    }
  }

  /// Returns ``photos(_:)`` or, where an argument names no file and no photo but an album, the album's photos in their
  /// order.
  mutating func photosOrAlbum(_ argument: FilePath) throws -> [Answer] {
    let answers = try photos(argument)
    guard case .failure(let rejection)? = answers.first, rejection.isUnprepared,
      (try? environment.fileSystem.status(of: argument, followingLinks: true)) == nil,
      let name = try Albums(of: store).existing(called: argument.string)
    else { return answers }
    return try Albums(of: store).album(name).entries.map { entry in
      let path = FilePath(entry.id)
      guard let id = entry.record, records(of: id.photo).contains(id) else {
        return .failure(.withoutRecord(path, name))
      }
      return try photo([id], path)
    }
  }

  /// Returns the records that an argument means; for a folder, those of several photos.
  mutating func found(_ argument: FilePath) throws -> [Result<Found, Rejection>] {
    let name = argument.string
    if let id = RecordID(fileName: name.documentName) {
      return [.success(([id], argument))]
    }
    if let found = found(PhotoID(name), as: argument) { return [.success(found)] }
    let fileSystem = environment.fileSystem
    guard (try? fileSystem.status(of: argument, followingLinks: true)) != nil else {
      return [try found(preparedAs: argument)]
    }
    let found = try InputFiles([argument], excluding: store.path, in: fileSystem).map { item in
      switch item {
      case .failure(let rejection): Result<Found, Rejection>.failure(rejection)
      case .success(let file): try self.found(file, isNamed: file.path == argument)
      }
    }
    return found.isEmpty ? [.failure(.noPhotos(argument))] : found
  }

  /// The records of photos that were in a folder and whose files are all gone.
  fileprivate func lost(with folder: FilePath) throws -> [RecordID] {
    try FormerPhotos(of: store, in: environment.fileSystem)
      .lost(with: environment.absolute(folder)).flatMap(records(of:))
  }

  /// The records of a photo, if there are any.
  private func found(_ photo: PhotoID?, as path: FilePath) -> Found? {
    let ids = photo.map { Array(records(of: $0)) } ?? []
    return ids.isEmpty ? nil : (ids, path)
  }

  /// Finds the photo of a file, by what an earlier run saw in it, or by its digest.
  private mutating func found(
    _ file: InputFile, isNamed: Bool
  ) throws -> Result<Found, Rejection> {
    let seen = try store.photo(at: environment.absolute(file.path), file.status)
    if let found = found(seen, as: file.path) { return .success(found) }
    let bytes: [UInt8]
    do { bytes = try environment.fileSystem.readPhoto(file.path).bytes } catch {
      return .failure(error)
    }
    if let found = found(PhotoID(ContentDigest(of: bytes)), as: file.path) {
      return .success(found)
    }
    // A list of thousands of photos that are not prepared would be too long to read.
    return .failure(isNamed ? try unprepared(file.path) : .unknown(file.path))
  }

  /// Finds the photo that was prepared under a name, its whole path or last component, or whose digits begin with it.
  private mutating func found(preparedAs path: FilePath) throws -> Result<Found, Rejection> {
    let records = try allRecords()
    let exact = records.filter { $0.preparation.sources.contains(SourceName(bytes: path.bytes)) }
    let byName = path.components.count == 1 ? records.filter { $0.isNamed(as: path) } : []
    var named = exact.isEmpty ? byName : exact
    if named.isEmpty { named = records.filter { $0.wasNamed(path) } }
    if named.isEmpty, path.string.contains("\\x") {
      named = records.filter { $0.isShown(as: path) }
    }
    let meant = named.isEmpty ? records.filter { $0.id.begins(with: path.string) } : named
    let fitting = meant.filter(fits)
    let photos = Dictionary(grouping: fitting.isEmpty ? meant : fitting, by: \.id.photo)
    guard photos.count <= 1 else {
      return .failure(.ambiguous(path, photos.values.compactMap(\.first)))
    }
    guard let photo = photos.keys.first else {
      let album = try Albums(of: store).existing(called: path.string)
      return .failure(album.map { .album(path, $0) } ?? .nowhere(path))
    }
    return .success((Array(self.records(of: photo)), path))
  }

  /// Why a file that a person named is not a prepared photo: another file of its name may be.
  private mutating func unprepared(_ path: FilePath) throws -> Rejection {
    let others = try allRecords().filter { $0.isNamed(as: path) }
    return others.isEmpty ? .unknown(path) : .otherContent(path, others)
  }

  /// The photo's latest preparation.
  private func photo(_ ids: [RecordID], _ path: FilePath) throws -> Answer {
    var found: [PhotoRecord] = []
    for id in ids {
      do { found.append(try store.record(id)) } catch {
        if ids.count == 1 { return .failure(Rejection(path, inStore: error)) }
      }
    }
    guard let latest = Self.latest(found.filter(fits)) else {
      return .failure(found.isEmpty ? .unknown(path) : .otherFrames(path))
    }
    return try whole(latest, path)
  }

  /// The records of a photo, one for each recipe; O(log *n*) for *n* records.
  private func records(of photo: PhotoID) -> ArraySlice<RecordID> {
    var range = 0..<records.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        records[middle].photo < photo
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return records[range.lowerBound...].prefix { $0.photo == photo }
  }

  private mutating func allRecords() throws -> [PhotoRecord] {
    if let all { return all }
    var readable: [PhotoRecord] = []
    try store.forEachRecord { _, record in
      if let record = try? record.get() { readable.append(record) }
    }
    all = readable
    return readable
  }

  private func fits(_ record: PhotoRecord) -> Bool {
    frames.map { $0.cover(record.preparation.recipe.frames) } ?? true
  }

  /// A record, if all its files are there: an album must not name images that a widget cannot show.
  private func whole(_ record: PhotoRecord, _ path: FilePath) throws -> Answer {
    guard try store.prepared(record.id) != nil else { return .failure(.incomplete(path)) }
    let framed = record.preparation.hand?.renders.values.map(\.file.name.description).sorted() ?? []
    let missing = try store.missingImages(framed)
    return missing.first.map { .failure(.withoutManualRender(path, $0)) } ?? .success(record)
  }

  private static func latest(_ records: [PhotoRecord]) -> PhotoRecord? {
    records.max { ($0.preparedAt, $0.id) < ($1.preparedAt, $1.id) }
  }

  private static func isBefore(_ one: PhotoRecord, _ other: PhotoRecord) -> Bool {
    let names = (one.preparation.sources.first, other.preparation.sources.first)
    guard let first = names.0, let second = names.1, first != second else {
      return one.id < other.id
    }
    return first < second
  }
}

extension PhotoRecord {
  /// Whether the photo was prepared from a file of the same name, in any folder.
  fileprivate func isNamed(as path: FilePath) -> Bool {
    preparation.sources.contains { $0.path.lastComponent == path.lastComponent }
  }

  /// Whether messages and lists show a name or path of the photo as this text, with `\xNN` for a line break, for
  /// example.
  fileprivate func isShown(as path: FilePath) -> Bool {
    preparation.sources.map(\.path).contains { file in
      let name = file.lastComponent.map { FilePath(bytes: $0.bytes) }
      return [file, name].contains { $0?.displayText == path.string }
    }
  }

  /// Whether the photo was prepared under a name or path that differs only in how its accents are written, as `é` is
  /// one character or two.
  fileprivate func wasNamed(_ path: FilePath) -> Bool {
    guard path.bytes.contains(where: { $0 >= 0x80 }), let text = String(validating: path) else {
      return false
    }
    return preparation.sources.map(\.path).contains { file in
      path.components.count == 1
        ? file.lastComponent.flatMap { String(validating: $0) } == text
        : String(validating: file) == text
    }
  }
}

extension Rejection {
  /// Whether the store holds nothing of the photo.
  var isUnprepared: Bool { code == Self.unpreparedCode }

  static let unpreparedCode = "not-prepared"
  /// How many photos a message names; ours.
  private static let namedPhotos = 5

  static func noPhotos(_ path: FilePath) -> Rejection {
    Rejection(
      path: path, code: "no-photos", message: "There is no photo in this folder.",
      remedy: "Name another folder.")
  }

  fileprivate static func emptyStore(_ path: FilePath) -> Rejection {
    Rejection(
      path: path, code: "no-photos", message: "The store holds no such prepared photo.",
      remedy: "Prepare photos first with 'photoprep prep'.")
  }

  fileprivate static func unknown(_ path: FilePath) -> Rejection {
    Rejection(
      path: path, code: unpreparedCode,
      message: "The store holds no photo of this name or content.",
      remedy:
        "'photoprep store list' shows what is there; 'photoprep prep \(ShellWord.quoted(path.string))' prepares this."
    )
  }

  fileprivate static func nowhere(_ path: FilePath) -> Rejection {
    Rejection(
      path: path, code: unpreparedCode,
      message: "There is no such file, and the store holds no photo or album of this name.",
      remedy:
        "Check its spelling; 'photoprep store list' shows photos, 'photoprep album list' albums.")
  }

  fileprivate static func withoutRecord(_ path: FilePath, _ album: String) -> Rejection {
    Rejection(
      path: path, code: unpreparedCode,
      message:
        "The album \(album) shows this photo, but the store has no record of it, as where the album came in a package.",
      remedy:
        "Prepare the photo here with 'photoprep prep', or name the store that the album came from.")
  }

  fileprivate static func album(_ path: FilePath, _ name: String) -> Rejection {
    Rejection(
      path: path, code: unpreparedCode,
      message: "This is the album \(name) of the store, not a photo.",
      remedy: "Name photos; 'photoprep album show \(ShellWord.quoted(name))' lists its own.")
  }

  fileprivate static func otherContent(_ path: FilePath, _ photos: [PhotoRecord]) -> Rejection {
    let names = Set(photos.map(\.id.photo.description)).sorted().prefix(namedPhotos)
    return Rejection(
      path: path, code: unpreparedCode,
      message: "The file here has other content than the photo that was prepared under this name.",
      remedy:
        "Name that photo as \(names.joined(separator: " or ")), or prepare this file with 'photoprep prep'."
    )
  }

  fileprivate static func otherFrames(_ path: FilePath) -> Rejection {
    Rejection(
      path: path, code: "other-device", message: "The photo is prepared, but not for this device.",
      remedy: "Prepare it with the same --device, or leave --device out.")
  }

  fileprivate static func incomplete(_ path: FilePath) -> Rejection {
    Rejection(
      path: path, code: "incomplete", message: "Not all files of this photo are in the store.",
      remedy: "Prepare it again with 'photoprep prep --force PHOTO'.")
  }

  fileprivate static func withoutManualRender(_ path: FilePath, _ name: String) -> Rejection {
    Rejection(
      path: path, code: "incomplete",
      message: "A render that a person framed, \(name), is not in the store.",
      remedy: "Frame the photo again in 'photoprep review', or set it back to automatic there.")
  }

  fileprivate static func ambiguous(_ path: FilePath, _ photos: [PhotoRecord]) -> Rejection {
    let names = photos.sorted { $0.id < $1.id }.prefix(namedPhotos).map { record in
      let files = record.preparation.sources.map(\.path)
      let source = (files.first { $0.lastComponent == path.lastComponent } ?? files.first)?
        .displayText
      return "\(record.id.photo)" + (source.map { " (\($0))" } ?? "")
    }
    return Rejection(
      path: path, code: "ambiguous-name",
      message: "This name means \(photos.count) photos.",
      remedy: "Name one of them: " + names.joined(separator: ", ") + ".")
  }
}

/// Translates a person's names of photos to the store's own names.
package enum NamedPhotos {
  /// Returns the records that names mean, and why there is none for other names; if a name does not mean a single
  /// record, all of the photo's.
  ///
  /// Names are photos, folders, of which only prepared photos count, folders that are gone with all files of their
  /// photos, names that photos were prepared under, names of records, and the first digits of photos.
  package static func records(
    _ arguments: [FilePath], in store: Store
  ) throws -> (ids: Set<RecordID>, rejections: [Rejection]) {
    var finder = try PhotoFinder(store, frames: nil, in: .machine())
    var ids: Set<RecordID> = []
    var rejections: [Rejection] = []
    for argument in arguments {
      for found in try finder.found(argument) {
        switch found {
        case .success(let found): ids.formUnion(found.ids)
        case .failure(let rejection) where rejection.isUnprepared && rejection.path != argument:
          break
        case .failure(let rejection):
          let lost = rejection.path == argument ? try finder.lost(with: argument) : []
          ids.formUnion(lost)
          if lost.isEmpty { rejections.append(rejection) }
        }
      }
    }
    return (ids, rejections)
  }

  /// Returns the store's names of files, photos and records for a person's: names of files in the folder of images,
  /// pins, and photos as ``records(_:in:)`` takes them.
  ///
  /// - Throws: A ``Rejection`` when a name means nothing; a `PhotoprepError`.
  package static func names(_ arguments: [FilePath], in store: Store) throws -> [String] {
    let pins = Set(try Pins(of: store).names())
    return try arguments.flatMap { argument in
      let name = argument.string
      if pins.contains(name) || PhotoID(name) != nil || RecordID(name) != nil {
        return [name]
      }
      if argument.components.count == 1, try store.missingImages([name]).isEmpty { return [name] }
      let (ids, rejections) = try records([argument], in: store)
      if let rejection = rejections.first { throw rejection }
      return ids.map(\.description)
    }
  }
}
