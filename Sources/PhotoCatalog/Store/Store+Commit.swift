import Foundation
package import PhotoStore
import SystemFiles
import SystemPackage

/// One photo to add to a store, with its files staged.
package struct PhotoCommit: Sendable {
  /// The record, which names the staged files.
  package let record: PhotoRecord
  /// The files the photo was read from, so that the next run recognises them without reading.
  package var observations: [SourceObservation]
  /// The files; none if those in the store stay and only the record changes.
  fileprivate let staged: [StagedFile]
  fileprivate let assessment: AssessmentRow?
  fileprivate let bytes: [UInt8]
}

/// A prepared photo that was found again.
package struct PhotoSighting: Sendable {
  package let id: RecordID
  package let name: SourceName
  /// The file that was read to find out.
  package var observation: SourceObservation?
  /// The photo's record, if it was read already.
  package var record: PhotoRecord?

  package init(
    of id: RecordID, as name: SourceName, _ observation: SourceObservation? = nil,
    record: PhotoRecord? = nil
  ) {
    (self.id, self.name, self.observation, self.record) = (id, name, observation, record)
  }
}

extension Store {
  /// Writes a photo's files into this run's staging folder and returns once they are on the device.
  ///
  /// May be called from several threads at once. Nothing stays behind when it throws.
  ///
  /// `whenWritten` is called once when only the wait for the device remains; not if the method throws before.
  ///
  /// - Throws: `unreadable-document` when decoding the record's bytes gives another record: later runs would read that.
  package func stage(
    _ record: PhotoRecord, _ files: [(name: StoredFileName, bytes: [UInt8])],
    observations: [SourceObservation] = [], assessment: (version: Int, facts: [UInt8])? = nil,
    whenWritten: () -> Void = {}
  ) throws -> PhotoCommit {
    let bytes = try record.bytesReadBack()
    let row = assessment.map {
      AssessmentRow(photo: record.id.photo, version: $0.version, facts: Data($0.facts))
    }
    return PhotoCommit(
      record: record, observations: observations, staged: try stage(files, whenWritten),
      assessment: row, bytes: bytes)
  }

  func stage(
    _ files: [(name: StoredFileName, bytes: [UInt8])], _ whenWritten: () -> Void = {}
  ) throws -> [StagedFile] {
    try requireWriting()
    try makeStagingFolder()
    let staged = files.map { name, _ in
      StagedFile(staged: "\(nextNumber())-\(name)", name: name.description)
    }
    let places = zip(staged, files).map { (stagingFolder.appending($0.staged), $1.bytes) }
    try fileSystem.createFiles(places, whenWritten: whenWritten)
    return staged
  }

  func write(_ bytes: [UInt8], staged name: String) throws {
    try fileSystem.createFile(at: stagingFolder.appending(name), bytes: bytes)
  }

  func nextNumber() -> Int {
    usage.withLock { usage in
      usage.counter += 1
      return usage.counter
    }
  }

  func makeStagingFolder() throws {
    if usage.withLock(\.hasStaging) { return }
    try fileSystem.createDirectory(at: stagingFolder)
    usage.withLock { $0.hasStaging = true }
  }

  /// Adds photos that this store staged, all their files and records, in one catalog transaction.
  ///
  /// The order: records are staged; the list of the commit is written; images take their places; records take theirs;
  /// rows are written. A crash before the second step leaves only staged files; after a crash later on, the next run
  /// ends the commit. A photo that is there already keeps its names and gets the new ones too; a
  /// record of it that cannot be read goes to the trash: ``unreadableRecords``.
  ///
  /// - Throws: `not-open-for-writing`; `document-too-new` when a newer software wrote the record that is in place;
  ///   `catalog`; the codes of file calls. After an error, the next run ends a commit whose list was written.
  package func commit(_ photos: [PhotoCommit]) throws {
    try requireWriting()
    if photos.isEmpty { return }
    try makeStagingFolder()
    let intent = try stageRecords(of: photos)
    let records = zip(intent.records, photos).map { ($0.staged, $1.record) }
    try carryOut(
      intent, records: Dictionary(uniqueKeysWithValues: records),
      assessments: photos.compactMap(\.assessment), sources: photos.flatMap(\.observations))
  }

  /// Puts all staged files in place; after a crash or an error before their list was written, none.
  func carryOut(
    _ intent: CommitIntent, records: [String: PhotoRecord] = [:],
    assessments: [AssessmentRow] = [], sources: [SourceObservation] = []
  ) throws {
    let catalog = try requireWriting()
    let journal = try write(intent)
    try CommitSteps(environment, paths, catalog).end(
      intent, records: records, assessments: assessments, sources: sources, isRecovering: false
    ) { file in usage.withLock { $0.unreadableRecords.append(file) } }
    try endJournal(journal)
  }

  func endJournal(_ journal: FilePath) throws {
    try fileSystem.removeFile(at: journal)
    usage.withLock { _ = $0.unfinished.remove(journal) }
  }

  /// Adds names under which prepared photos were found again.
  ///
  /// A record that has the names already stays unchanged. Any other is written once, however often its photo was
  /// found, and joined with the record that is in place then.
  ///
  /// - Throws: As ``commit(_:)``; `not-found` when there is no such record.
  package func addSources(_ sightings: [PhotoSighting]) throws {
    try requireWriting()
    var commits: [PhotoCommit] = []
    var known: [SourceObservation] = []
    let joined = Dictionary(grouping: sightings, by: \.id)
    for (id, sightings) in joined.sorted(by: { $0.key < $1.key }) {
      // A record that cannot be read any more affects its photo alone; `check` reports it.
      let read = sightings.lazy.compactMap(\.record).first
      guard var record = try read ?? readable(id) else { continue }
      let names = sightings.map(\.name)
      let observations = sightings.compactMap(\.observation)
      if Set(names).isSubset(of: record.preparation.sources) {
        known += observations
      } else {
        record.preparation = record.preparation.adding(sources: names)
        commits.append(try stage(record, [], observations: observations))
      }
    }
    try commit(commits)
    try remember(known)
  }

  /// The age of a renewal, in seconds, below which a photo is not renewed again: a minute, so that runs in a row write
  /// nothing, and a grace period of minutes still works; decision 0310.
  private static let renewalInterval: Int64 = 60

  /// Counts the age of photos from now on, as if they were prepared now; one that the catalog does not know is skipped.
  ///
  /// For photos that a run found prepared: a person who prepares them again means to use them. One
  /// transaction, and none when all of them are less than a minute old.
  package func renew(_ ids: [RecordID]) throws {
    let catalog = try requireWriting()
    let now = Int64(environment.clock().timeIntervalSince1970)
    let due = try catalog.read { database in
      try ids.filter {
        try PhotoRow.isOlder($0, than: now - Self.renewalInterval, in: database)
      }
    }
    if due.isEmpty { return }
    try catalog.write { database in
      for id in due { try PhotoRow.renew(id, at: now, in: database) }
    }
  }

  private func stageRecords(of photos: [PhotoCommit]) throws -> CommitIntent {
    var images: [StagedFile] = []
    var records: [StagedFile] = []
    for photo in photos {
      images += photo.staged
      let name = photo.record.id.fileName
      let staged = "\(nextNumber())-\(name)"
      try write(photo.bytes, staged: staged)
      records.append(StagedFile(staged: staged, name: name))
    }
    return CommitIntent(run: environment.run, images: images, records: records)
  }

  func stage(_ bytes: [UInt8], toBecome name: String) throws -> StagedFile {
    // The staged name is short, as the name itself may have the greatest length.
    let staged = "\(nextNumber())-incoming"
    try write(bytes, staged: staged)
    return StagedFile(staged: staged, name: name)
  }

  /// Writes the list of a commit once all its files are on the device.
  func write(_ intent: CommitIntent) throws -> FilePath {
    let name = CommitName(run: environment.run, number: nextNumber()).description
    try write(intent.bytes, staged: name)
    let journal = paths.journal.appending(name)
    usage.withLock { _ = $0.unfinished.insert(journal) }
    try fileSystem.syncDirectory(at: paths.staging)
    try fileSystem.syncDirectory(at: stagingFolder)
    try fileSystem.rename(stagingFolder.appending(name), to: journal)
    try fileSystem.syncDirectory(at: paths.journal)
    return journal
  }
}
