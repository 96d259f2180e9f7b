import Foundation
import GRDB
import PhotoStore
import SystemFiles
import SystemPackage

/// The steps that end a commit, for the run that began it and for the run after a crash.
///
/// 1. Every image takes its place, and the folder of images is synchronised.
/// 2. Inside one catalog transaction, which keeps every other writer out, and under the lock of their folder, which
///    keeps apps out: every record is joined with the one already there and takes its place; the folder of records is
///    synchronised; rows are written; albums and then designs take free places.
///
/// A record is therefore never in place before its images are, and is durable only after they are.
struct CommitSteps: Sendable {
  let fileSystem: any FileSystem
  /// Returns the present time.
  let clock: @Sendable () -> Date
  let paths: StorePaths
  let catalog: Catalog

  /// Ends a commit.
  ///
  /// - Parameters:
  ///   - intent: What to do.
  ///   - records: The staged records by their staged names, so that they need not be read; missing ones are read.
  ///   - assessments: Assessments of photos, written in the same transaction; after a crash they are read from
  ///     records.
  ///   - sources: Files to remember in the same transaction.
  ///   - isRecovering: Whether an earlier run may have moved or removed the files; then a record takes its place only
  ///     when its images are there.
  ///   - trashed: Called with the place in the trash of each record that cannot be read and that another replaces.
  /// - Returns: How many rows were written.
  /// - Throws: `document-too-new` for a record in place; `catalog`; the codes of file calls.
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
    return try catalog.write { database in
      let rows = try paths.photos.holdingLock {
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
      let documents = DocumentPlaces(
        fileSystem: fileSystem, paths: paths, staging: staging, isRecovering: isRecovering)
      try documents.fill(with: intent.albums, of: .album)
      try documents.fill(with: intent.designs, of: .design)
      return rows.count
    }
  }

  private func rename(
    _ staged: FilePath, to target: FilePath, _ isRecovering: Bool
  ) throws {
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
    if isRecovering, try !fileSystem.has(staged) {
      return try rowInPlace(at: place)
    }
    let record = try record ?? read(staged)
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
      let record = try read(place)
      guard record.id.fileName == place.lastComponent?.string else { return [] }
      return [PhotoRow(record, stamp: RecordStamp(status))]
    } catch let error as PhotoprepError where error.code == .unreadableDocument {
      // A record that cannot be read has no row; `check` reports it.
      return []
    }
  }

  /// Joins a record with the one in its place; one that cannot be read goes to the trash, as a person may have set
  /// something in it.
  private func merged(
    _ record: PhotoRecord, over place: FilePath, _ trashed: (FilePath) -> Void
  ) throws -> PhotoRecord {
    guard try fileSystem.has(place) else { return record }
    do {
      return record.merged(over: try read(place))
    } catch let error as PhotoprepError where error.isOfReplaceableRecord {
      // A link is replaced; what it leads to stays.
      guard try fileSystem.status(of: place, followingLinks: false)?.kind == .regular else {
        return record
      }
      let second = max(0, Int(clock().timeIntervalSince1970))
      let file = TrashedFile(.photos, record.id.fileName, at: second)
      let free = try file.freePath(in: paths.trash, of: fileSystem)
      try fileSystem.rename(place, to: free)
      try fileSystem.syncDirectory(at: paths.trash)
      trashed(free)
      return record
    }
  }

  func read(_ path: FilePath) throws -> PhotoRecord {
    try PhotoRecord(bytes: try fileSystem.readDocument(at: path), path: path.string)
  }

  func hasImages(_ record: PhotoRecord) throws -> Bool {
    try record.preparation.allFiles.allSatisfy {
      try fileSystem.hasFile(at: paths.image($0.name), of: $0.byteCount)
    }
  }
}
