public import PhotoStore
import SystemFiles
import SystemPackage

extension Store {
  /// Replaces what a person set in a prepared photo, and the renders that go with it.
  ///
  /// The order: renders are staged; the list of the commit is written; renders take their places; then, inside one
  /// catalog transaction, which keeps every other writer out, the record is read, its revision is compared, and it is
  /// replaced by one rename; its row is written. After a crash there is the old record or the new one, and at most
  /// renders that no record names.
  ///
  /// - Parameters:
  ///   - id: The photo's record.
  ///   - hand: The new hand work; its revision is the present one plus 1.
  ///   - files: The renders it names that are not in the store yet.
  /// - Returns: The new record.
  /// - Throws: `changed-meanwhile` when the record has another revision, and then nothing is
  ///   changed; `not-open-for-writing`; `not-found` when there is no such record; `catalog`; the
  ///   codes of file calls.
  @discardableResult
  public func replaceHandWork(
    of id: RecordID, with hand: HandWork, files: [(name: StoredFileName, bytes: [UInt8])]
  ) throws -> PhotoRecord {
    let catalog = try requireWriting()
    let steps = CommitSteps(environment, paths, catalog)
    // Checked before anything is written, and again when no other process can write.
    try requireRevision(hand.revision - 1, of: try steps.read(paths.record(id)))
    try makeStagingFolder()
    if !files.isEmpty { try putInPlace(try stage(files), steps) }
    let staged = stagingFolder.appending("\(nextNumber())-\(id.fileName)")
    return try catalog.write { database in
      let place = paths.record(id)
      let record = try paths.photos.holdingLock {
        let present = try steps.read(place)
        try requireRevision(hand.revision - 1, of: present)
        let record = present.setting(hand)
        try fileSystem.createFile(at: staged, bytes: try record.bytesReadBack())
        try fileSystem.rename(staged, to: place)
        return record
      }
      try fileSystem.syncDirectory(at: paths.photos)
      if let status = try fileSystem.status(of: place, followingLinks: false) {
        try PhotoRow(record, stamp: RecordStamp(status)).save(in: database)
      }
      return record
    }
  }

  /// Returns the stars that persons gave photos, 0…5; photos without such stars are left out.
  ///
  /// - Throws: `catalog`.
  package func starsByHand() throws -> [PhotoID: Int] {
    try ask { try PhotoRow.stars(in: $0) } ?? [:]
  }

  private func putInPlace(_ renders: [StagedFile], _ steps: CommitSteps) throws {
    let intent = CommitIntent(run: environment.run, images: renders)
    let journal = try write(intent)
    try steps.end(intent, isRecovering: false)
    try endJournal(journal)
  }

  private func requireRevision(_ revision: Int, of record: PhotoRecord) throws {
    let present = record.preparation.hand?.revision ?? 0
    guard present == revision else {
      throw PhotoprepError(
        .changedMeanwhile, path: paths.record(record.id).string,
        message:
          "The photo's frames were changed meanwhile: they have revision \(present), not \(revision).",
        remedy: "Look at the photo as it is now, and change it again.")
    }
  }
}
