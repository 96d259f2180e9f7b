public import PhotoStore
import SystemFiles
import SystemPackage

/// One photo to add to a store.
public struct PhotoCommit: Sendable {
  /// The record, which names the staged files.
  public let record: PhotoRecord
  /// The files; `nil` when the ones in the store stay and only the record changes.
  public let staged: StagedPhoto?
  /// The files the photo was read from, to be recognised without reading in the next run.
  public let observations: [SourceObservation]
  /// The record's bytes.
  let bytes: [UInt8]

  /// Makes a photo to add.
  ///
  /// - Throws: `unreadable-document` when the record's bytes, read again, are another record: what is
  ///   written must be what every later run reads.
  public init(
    record: PhotoRecord, staged: StagedPhoto?, observations: [SourceObservation] = []
  ) throws(PhotoprepError) {
    bytes = try record.bytesReadBack()
    self.record = record
    self.staged = staged
    self.observations = observations
  }
}

extension Store {
  /// Adds photos, all their files and records, in one catalog transaction.
  ///
  /// What happens to them, in this order: records are staged; what is about to happen is written
  /// down; images take their places; records take theirs; rows are written. A crash before the
  /// second step leaves staged files only, a crash after it is ended by the next run. A photo that
  /// is there already keeps the names it was found under, beside the new ones.
  ///
  /// - Parameter photos: The photos; staged by this store and not committed before.
  /// - Throws: `not-open-for-writing`; `document-too-new` when a newer software wrote the record
  ///   that is in place; `catalog`; the codes of file calls. What was written down before is ended
  ///   by the next run.
  public func commit(_ photos: [PhotoCommit]) throws(PhotoprepError) {
    _ = try requireWriting()
    if photos.isEmpty { return }
    try makeStagingFolder()
    let intent = try stageRecords(of: photos)
    let records = zip(intent.records, photos).map { ($0.staged, $1.record) }
    try carryOut(
      intent, records: Dictionary(uniqueKeysWithValues: records),
      sources: photos.flatMap(\.observations))
  }

  /// Puts staged files in place, all of them or, after a crash or an error before they were
  /// written down, none.
  func carryOut(
    _ intent: CommitIntent, records: [String: PhotoRecord] = [:],
    sources: [SourceObservation] = []
  ) throws(PhotoprepError) {
    let catalog = try requireWriting()
    let journal = try write(intent)
    try CommitSteps(fileSystem, paths, catalog).end(
      intent, records: records, sources: sources, isRecovering: false)
    try endJournal(journal)
  }

  /// Forgets a commit that has ended.
  func endJournal(_ journal: FilePath) throws(PhotoprepError) {
    try filing { () throws(PhotoprepError) in try fileSystem.removeFile(at: journal) }
    usage.withLock { _ = $0.unfinished.remove(journal) }
  }

  /// Adds names under which prepared photos were found again.
  ///
  /// A record that has the names already is left alone; one that has not is written once, however
  /// many additions there are to it.
  ///
  /// - Parameter additions: The records, the names, and the files that were read to find out.
  /// - Throws: As ``commit(_:)``; `not-found` when there is no such record.
  public func addSources(
    _ additions: [(record: RecordID, names: [SourceName], observations: [SourceObservation])]
  ) throws(PhotoprepError) {
    _ = try requireWriting()
    var commits: [PhotoCommit] = []
    var known: [SourceObservation] = []
    let joined = Dictionary(grouping: additions) { $0.record }
    for (id, additions) in joined.sorted(by: { $0.key < $1.key }) {
      // One that cannot be read any more costs its photo alone; `check` names it.
      guard var record = try readable(id) else { continue }
      let names = additions.flatMap { $0.names }
      let observations = additions.flatMap { $0.observations }
      if Set(names).isSubset(of: record.preparation.sources) {
        known += observations
      } else {
        record.preparation = record.preparation.adding(sources: names)
        commits.append(try PhotoCommit(record: record, staged: nil, observations: observations))
      }
    }
    try commit(commits)
    try remember(known)
  }

  private func stageRecords(of photos: [PhotoCommit]) throws(PhotoprepError) -> CommitIntent {
    var images: [CommitIntent.Move] = []
    var records: [CommitIntent.Move] = []
    for photo in photos {
      images += (photo.staged?.files ?? []).map {
        CommitIntent.Move(staged: $0.stagedName, name: $0.name.description)
      }
      let name = photo.record.id.fileName
      let staged = "\(nextNumber())-\(name)"
      try write(photo.bytes, staged: staged)
      records.append(CommitIntent.Move(staged: staged, name: name))
    }
    return CommitIntent(run: environment.run, images: images, records: records)
  }

  /// Writes down what a commit is about to do, once everything it needs is on the device.
  func write(_ intent: CommitIntent) throws(PhotoprepError) -> FilePath {
    let name = CommitName(run: environment.run, number: nextNumber()).description
    try write(intent.bytes, staged: name)
    let journal = paths.journal.appending(name)
    usage.withLock { _ = $0.unfinished.insert(journal) }
    try filing { () throws(PhotoprepError) in
      try fileSystem.syncDirectory(at: paths.staging)
      try fileSystem.syncDirectory(at: stagingFolder)
      try fileSystem.rename(stagingFolder.appending(name), to: journal)
      try fileSystem.syncDirectory(at: paths.journal)
    }
    return journal
  }
}
