import Foundation
import GRDB
import PhotoStore
import SystemFiles
import SystemPackage

/// One file that is written and synchronised, and not in its place yet.
struct StagedFile: Hashable, Sendable {
  /// The name in the run's staging folder.
  let staged: String
  /// The name in the folder it goes to.
  let name: String
}

/// The list of everything a commit will do, written before it begins.
///
/// A commit is ended in the same way by its own run and by the next one: every rename whose staged file is still
/// there, then the catalog. So a commit whose list is written is never lost and never half done (decision 0300).
struct CommitIntent: Equatable {
  static let version = 1

  /// The run whose staging folder holds the files.
  let run: String
  /// The image files, all of them before any document.
  var images: [StagedFile] = []
  var records: [StagedFile] = []
  /// The albums, all of them before any design.
  var albums: [StagedFile] = []
  var designs: [StagedFile] = []
}

extension CommitIntent {
  var bytes: [UInt8] {
    JSONValue.object([
      "version": .integer(Self.version), "run": .string(run),
      "images": .array(images.map(\.json)), "records": .array(records.map(\.json)),
      "albums": .array(albums.map(\.json)), "designs": .array(designs.map(\.json)),
    ]).canonicalBytes
  }

  /// Reads an intent; `nil` when a crash cut it off.
  ///
  /// Only plain names are accepted, and only files of the run from the list's own name, so that nothing else is moved.
  ///
  /// - Throws: `store-too-new` for a version above ``version``; `unreadable-document` for JSON that is no such list.
  init?(bytes: [UInt8], of run: String, path: FilePath) throws(PhotoprepError) {
    guard let json = JSONValue(compactText: String(decoding: bytes, as: UTF8.self)) else {
      return nil
    }
    let object = json.object ?? [:]
    if let version = object["version"]?.integer, version > Self.version {
      throw PhotoprepError(
        .storeTooNew, path: path.string,
        message: "An unfinished commit has version \(version); this software knows "
          + "versions up to \(CommitIntent.version).",
        remedy: "Update photoprep.")
    }
    guard object["version"]?.integer == Self.version, object["run"]?.string == run,
      let images = object["images"]?.moves, let records = object["records"]?.moves,
      let albums = object["albums"]?.moves, let designs = object["designs"]?.moves
    else {
      throw PhotoprepError(
        .unreadableDocument, path: path.string,
        message: "The list of the commit's renames cannot be understood.")
    }
    self.init(run: run, images: images, records: records, albums: albums, designs: designs)
  }
}

extension StagedFile {
  fileprivate var json: JSONValue { .array([.string(staged), .string(name)]) }
}

extension JSONValue {
  fileprivate var plainName: String? {
    string.flatMap { FileNameRule.sanitized($0) == $0 ? $0 : nil }
  }

  fileprivate var moves: [StagedFile]? {
    guard let elements = array else { return nil }
    let moves = elements.compactMap { element -> StagedFile? in
      guard let pair = element.array, pair.count == 2, let staged = pair[0].plainName,
        let name = pair[1].plainName
      else { return nil }
      return StagedFile(staged: staged, name: name)
    }
    return moves.count == elements.count ? moves : nil
  }
}

/// The name of a commit's list in the journal, `<run>-<n>.json`.
struct CommitName: Equatable, CustomStringConvertible {
  let run: String
  /// The number that distinguishes the run's commits.
  let number: Int
}

extension CommitName {
  /// Reads a name in the journal; `nil` when this software did not give it.
  init?(_ fileName: String) {
    guard let dash = fileName.lastIndex(of: "-"),
      let number = Int(fileName[fileName.index(after: dash)...].dropLast(5))
    else { return nil }
    self.init(run: String(fileName[..<dash]), number: number)
    guard Self.isRunName(run), description == fileName else { return nil }
  }

  static func isRunName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  var description: String { "\(run)-\(number).json" }
}

extension FileSystem {
  /// Returns the name of a commit's list; `nil` for a file that this software did not make.
  func commitName(of path: FilePath) throws -> CommitName? {
    guard let name = path.lastComponent.flatMap({ CommitName($0.string) }),
      try status(of: path, followingLinks: false)?.kind == .regular
    else { return nil }
    return name
  }
}

/// The steps that end a commit, for the run that began it and for the run after a crash.
///
/// 1. Every image takes its place, and the folder of images is synchronised.
/// 2. Inside one catalog transaction, which keeps every other writer out, and under the lock of their folder, which
///    keeps apps out: every record is joined with the one already there and takes its place; the folder of records is
///    synchronised; rows are written; albums and then designs take free places.
///
/// A record is therefore never in place before its images are, and is durable only after they are.
struct CommitSteps: Sendable {
  let environment: StoreEnvironment
  let paths: StorePaths
  let catalog: Catalog

  var fileSystem: any FileSystem { environment.fileSystem }

  init(_ environment: StoreEnvironment, _ paths: StorePaths, _ catalog: Catalog) {
    (self.environment, self.paths, self.catalog) = (environment, paths, catalog)
  }

  /// Ends a commit.
  ///
  /// `records` are the staged ones by their staged names; missing ones are read. `isRecovering` says that an earlier
  /// run may have moved or removed the files; then a record takes its place only when its images are there. `trashed`
  /// gets the place in the trash of each record that cannot be read and that another replaces.
  ///
  /// - Returns: How many rows were written.
  /// - Throws: `document-too-new` for a record in place.
  @discardableResult
  func end(
    _ intent: CommitIntent, records: [String: PhotoRecord] = [:],
    assessments: [AssessmentRow] = [], sources: [SourceObservation] = [], isRecovering: Bool,
    onUnreadable trashed: (FilePath) -> Void = { _ in }
  ) throws -> Int {
    let staging = paths.staging.appending(intent.run)
    for move in intent.images {
      try rename(
        staging.appending(move.staged), to: paths.images.appending(move.name), isRecovering)
    }
    if !intent.images.isEmpty { try fileSystem.syncDirectory(at: paths.images) }
    if !intent.records.isEmpty { try environment.waitForApps(in: paths.photos) }
    if !intent.albums.isEmpty { try environment.waitForApps(in: paths.albums) }
    if !intent.designs.isEmpty { try environment.waitForApps(in: paths.designs) }
    return try catalog.write { database in
      let rows = try environment.holdingLock(of: paths.photos) {
        try intent.records.flatMap { move in
          try publish(
            staging.appending(move.staged), records[move.staged], as: move.name, isRecovering,
            trashed)
        }
      }
      if !rows.isEmpty { try fileSystem.syncDirectory(at: paths.photos) }
      for row in rows { try row.save(in: database) }
      for row in assessments { try row.save(in: database) }
      for source in sources { try source.insert(database) }
      try fill(with: intent.albums, of: .album, in: staging, isRecovering)
      try fill(with: intent.designs, of: .design, in: staging, isRecovering)
      return rows.count
    }
  }

  private func rename(_ staged: FilePath, to target: FilePath, _ isRecovering: Bool) throws {
    if isRecovering, try !fileSystem.has(staged) { return }
    try fileSystem.rename(staged, to: target)
  }

  /// Puts one record in place, joined with the one that is there.
  ///
  /// - Returns: The record's row, or nothing when the record's images are not there. A record that an earlier run put
  ///   in place without writing its row is read from its place.
  private func publish(
    _ staged: FilePath, _ record: PhotoRecord?, as name: String, _ isRecovering: Bool,
    _ trashed: (FilePath) -> Void
  ) throws -> [PhotoRow] {
    let place = paths.photos.appending(name)
    if isRecovering, try !fileSystem.has(staged) { return try rowInPlace(at: place) }
    let record = try record ?? fileSystem.record(at: staged)
    if isRecovering, try !hasImages(record) { return [] }
    let kept = try merged(record, over: place, trashed)
    if kept != record {
      // The joined record is written beside the staged one, which is removed with the run's staging folder.
      let joined = staged.removingLastComponent().appending("joined-\(name)")
      if try fileSystem.has(joined) {
        try fileSystem.removeFile(at: joined)
      }
      try fileSystem.createFile(at: joined, bytes: try kept.bytesReadBack())
      try fileSystem.rename(joined, to: place)
      try fileSystem.removeFile(at: staged)
    } else {
      try fileSystem.rename(staged, to: place)
    }
    guard let status = try fileSystem.status(of: place, followingLinks: false) else { return [] }
    return [PhotoRow(kept, stamp: RecordStamp(status))]
  }

  private func rowInPlace(at place: FilePath) throws -> [PhotoRow] {
    guard let status = try fileSystem.status(of: place, followingLinks: false) else { return [] }
    do {
      let record = try fileSystem.record(at: place)
      guard record.id.fileName == place.lastComponent?.string else { return [] }
      return [PhotoRow(record, stamp: RecordStamp(status))]
    } catch {
      // A record that cannot be read has no row; `check` reports it.
      guard error.code == .unreadableDocument else { throw error }
      return []
    }
  }

  /// Joins a record with the one in its place; one that cannot be read goes to the trash, as a person may have set
  /// something in it.
  private func merged(
    _ record: PhotoRecord, over place: FilePath, _ trashed: (FilePath) -> Void
  ) throws -> PhotoRecord {
    guard let status = try fileSystem.status(of: place, followingLinks: false) else {
      return record
    }
    do {
      return record.merged(over: try fileSystem.record(at: place))
    } catch {
      guard error.isOfReplaceableRecord else { throw error }
      // A link is replaced; what it leads to stays.
      if status.kind != .regular { return record }
      let second = max(0, Int(environment.clock().timeIntervalSince1970))
      let file = TrashedFile(.photos, record.id.fileName, at: second)
      let free = try file.freePath(in: paths.trash, of: fileSystem)
      try fileSystem.rename(place, to: free)
      try fileSystem.syncDirectory(at: paths.trash)
      trashed(free)
      return record
    }
  }

  func hasImages(_ record: PhotoRecord) throws -> Bool {
    try record.preparation.allFiles.allSatisfy {
      try fileSystem.hasFile(at: paths.image($0.name), of: $0.byteCount)
    }
  }
}

/// Puts staged designs and albums in place, and never over another document (decision 0321).
extension CommitSteps {
  /// Puts documents into their folder; a document with the same bytes is not added twice.
  ///
  /// If an earlier run began this, a document that is no longer staged is in place already, and a document takes its
  /// place only when the files it names are there.
  private func fill(
    with moves: [StagedFile], of kind: StoreDocument.Kind, in staging: FilePath,
    _ isRecovering: Bool
  ) throws {
    if moves.isEmpty { return }
    let folder = paths.folder(of: kind)
    try environment.holdingLock(of: folder) {
      for move in moves {
        let staged = staging.appending(move.staged)
        if isRecovering, try !mayTakePlace(staged, kind) { continue }
        try put(staged, in: folder, as: move.name)
      }
    }
    try fileSystem.syncDirectory(at: folder)
  }

  private func put(_ staged: FilePath, in folder: FilePath, as name: String) throws {
    let bytes = try fileSystem.readDocument(at: staged)
    for name in name.alternatives(for: bytes) {
      let place = folder.appending(name)
      do { return try fileSystem.place(staged, at: place) } catch {
        guard error.code == .exists else { throw error }
      }
      if try fileSystem.hasFile(at: place, of: bytes.count),
        try fileSystem.readDocument(at: place) == bytes
      {
        return try fileSystem.removeFile(at: staged)
      }
    }
  }

  private func mayTakePlace(_ staged: FilePath, _ kind: StoreDocument.Kind) throws -> Bool {
    guard try fileSystem.has(staged) else { return false }
    let bytes = try fileSystem.readDocument(at: staged)
    let document = try StoreDocument(kind, bytes: bytes, path: staged.string)
    for reference in document.references {
      let folder = reference.isImage ? paths.images : paths.albums
      if try !fileSystem.has(folder.appending(reference.name)) { return false }
    }
    return true
  }
}

extension String {
  /// The file names for a document that comes into a folder where its own name may be taken: this name itself, then
  /// names with the bytes' digest in them, without end.
  ///
  /// They depend on the content, so that the same document is found again under the same name.
  func alternatives(for bytes: [UInt8]) -> some Sequence<String> {
    var stem = documentStem
    // The whole never exceeds 255 bytes.
    while stem.utf8.count > 200 { stem.removeLast() }
    let start = "\(stem)-\(ContentDigest(of: bytes).description.prefix(16))"
    return (0...).lazy.map { number in
      number == 0 ? self : number == 1 ? "\(start).json" : "\(start)-\(number).json"
    }
  }
}
