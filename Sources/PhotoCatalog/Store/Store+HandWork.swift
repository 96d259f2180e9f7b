package import PhotoStore
import SystemFiles
import SystemPackage

extension Store {
  /// Replaces what a person set in a prepared photo, and adds the renders that it names and that are not in the store
  /// yet.
  ///
  /// The order: renders are staged; the list of the commit is written; renders take their places; then, inside one
  /// catalog transaction, which keeps every other writer out, the record is read, its revision is compared, and it is
  /// replaced by one rename; its row is written. After a crash there is the old record or the new one, and at most
  /// renders that no record names.
  ///
  /// - Throws: `changed-meanwhile` when the record's revision is not the one before the new one, and then nothing is
  ///   changed; `not-found` when there is no such record.
  @discardableResult
  package func replaceHandWork(
    of id: RecordID, with hand: HandWork, files: [(name: StoredFileName, bytes: [UInt8])]
  ) throws -> PhotoRecord {
    let catalog = try requireWriting()
    // Checked before anything is written, and again when no other process can write.
    try requireRevision(hand.revision - 1, of: try record(id))
    try makeStagingFolder()
    if !files.isEmpty {
      try carryOut(CommitIntent(run: environment.run, images: try stage(files)))
    }
    let staged = stagingFolder.appending("\(nextNumber())-\(id.fileName)")
    try environment.waitForApps(in: paths.photos)
    return try catalog.write { database in
      let place = paths.record(id)
      let record = try environment.holdingLock(of: paths.photos) {
        let present = try fileSystem.record(at: place)
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
  package func starsByHand() throws -> [PhotoID: Int] {
    try ask { try PhotoRow.stars(in: $0) } ?? [:]
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

  /// Returns a person's hand work in a photo that other rules cropped, for its record by today's recipe, with the
  /// renders that it names, under their new names; `nil` when there is nothing, or the photo has such a record already.
  ///
  /// It comes from the photo's records whose recipes differ only in the rules; if the photo has no record, from the
  /// newest one in the trash with hand work. A render that a person framed does not depend on the rules, so its bytes
  /// stay; one that is lost or damaged is left out. A person's acceptance of the photo stays only if a person framed
  /// every render (decision 0707).
  ///
  /// - Throws: The codes of file calls, but for files that are not there.
  package func olderHandWork(
    of photo: PhotoID, for recipe: Recipe
  ) throws -> (work: HandWork, files: [(name: StoredFileName, bytes: [UInt8])])? {
    let id = RecordID(photo: photo, recipe: recipe.id)
    let known = try requireWriting().read { try PhotoRow.recipes(of: photo, in: $0) }
    guard !known.contains(id.recipe) else { return nil }
    let others = known.compactMap { try? record(RecordID(photo: photo, recipe: $0)).preparation }
    let hand =
      try known.isEmpty
      ? trashedHandWork(of: photo, for: recipe) : HandWork.older(among: others, than: recipe)
    return try hand?.carried(to: id, recipe.frames.families) { try framedBytes(of: $0) }
  }

  /// What a person had set in a photo when it last went to the trash with anything set.
  private func trashedHandWork(of photo: PhotoID, for recipe: Recipe) throws -> HandWork? {
    for file in try trashed().records[photo] ?? [] {
      let place = paths.trash.appending(file.trashName)
      guard let photo = try? fileSystem.record(at: place).preparation,
        photo.recipe == recipe || photo.recipe.differsInRules(from: recipe),
        let hand = photo.hand
      else { continue }
      return hand.isOfUse ? hand : nil
    }
    return nil
  }

  /// The trash is listed once, as no cleanup runs while a store is open for writing.
  private func trashed() throws -> TrashedWork {
    if let known = usage.withLock(\.trashed) { return known }
    let found = try TrashedWork(in: paths.trash, of: fileSystem)
    usage.withLock { $0.trashed = found }
    return found
  }

  /// The bytes of a render that a person framed, also of one in the trash; `nil` when they are damaged or gone.
  private func framedBytes(of file: StoredFile) throws -> [UInt8]? {
    if let bytes = try wholeBytes(of: file) { return bytes }
    guard let trashed = try trashed().renders[file.name.description] else { return nil }
    return try wholeBytes(of: file, at: paths.trash.appending(trashed.trashName))
  }
}

/// What the trash holds of photos that a person may have framed.
struct TrashedWork {
  /// The records of each photo, the newest first.
  private(set) var records: [PhotoID: [TrashedFile]] = [:]
  /// Renders that a person framed, by their names; of several the newest.
  private(set) var renders: [String: TrashedFile] = [:]

  fileprivate init(in trash: FilePath, of fileSystem: any FileSystem) throws {
    try FolderNames.forEach(in: trash, of: fileSystem) { name in
      guard let file = TrashedFile(name.string) else { return }
      if file.origin == .photos, let id = file.record {
        records[id.photo, default: []].append(file)
      } else if StoredFileName(file.name)?.role.isByHand == true {
        let other = renders[file.name]
        renders[file.name] = other.map { $0.second > file.second ? $0 : file } ?? file
      }
    }
    for photo in records.keys { records[photo]?.sort { $0.second > $1.second } }
  }
}
