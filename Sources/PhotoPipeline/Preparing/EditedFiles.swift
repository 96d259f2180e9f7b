internal import PhotoCatalog
internal import PhotoStore
internal import SmartCrop
internal import SystemPackage

/// The files that are other photos than when they were last read, as a run's threads find them: edits of what they
/// were, and other photos of the same names.
final class EditedFiles: Sendable {
  /// One of them, and what it had been.
  struct Edit: Sendable {
    let observation: SourceObservation
    let former: PhotoID
    /// Whether it is another photo of the same name.
    var isStranger = false

    var path: FilePath { observation.file }
    var photo: PhotoID { observation.photo }
  }

  private let found = Locked<[FilePath: Edit]>([:])

  var isEmpty: Bool { found.withLock(\.isEmpty) }

  /// All of them but strangers, in the order of their paths.
  private var all: [Edit] {
    found.withLock { found in
      found.values.filter { !$0.isStranger }.sorted { $0.path.string < $1.path.string }
    }
  }

  /// What the files had been, with what they are now.
  var photos: [PhotoID: PhotoID] {
    Dictionary(all.map { ($0.former, $0.photo) }) { first, _ in first }
  }

  func note(_ edit: Edit) { found.withLock { $0[edit.path] = edit } }

  /// Notes new photos under new names that are edits of photos whose files are gone: those that were taken at the same
  /// time and show the same picture, where only one that is gone is like that.
  func note(
    _ new: [PhotoID: FilePath], asEditsOf gone: some Sequence<PhotoID>, in store: Store,
    _ environment: RunEnvironment
  ) throws {
    let former = try gone.compactMap { id in
      try AssessedPhoto.known(id, in: store).map { (id: id, photo: $0) }
    }
    let taken = Dictionary(grouping: former) { $0.photo.capture.time }
    for (photo, path) in new {
      let now = environment.clock()
      let file = environment.absolute(path)
      guard found.withLock({ $0[file] == nil }),
        let own = try AssessedPhoto.known(photo, in: store),
        let time = own.capture.time,
        let status = try environment.fileSystem.status(of: file, followingLinks: true)
      else { continue }
      let thumbprint = own.assessment.thumbprint
      let origins = (taken[time] ?? []).filter {
        own.isEdit(of: $0.photo) && thumbprint.isEdit(of: $0.photo.assessment.thumbprint)
      }
      guard origins.count == 1 else { continue }
      let observation = SourceObservation(of: photo, at: file, status, observedAt: now)
      note(Edit(observation: observation, former: origins[0].id))
    }
  }

  /// Those of one photo's files that are other photos of the same names now: they were read before and are no edits.
  func strangers(
    among observations: [SourceObservation], of photo: PhotoPreparation, in store: Store
  ) throws -> [FilePath] {
    try observations.compactMap { observation in
      let path = observation.file
      guard let edit = found.withLock({ $0[path] }) else { return nil }
      return try AssessedPhoto(photo)?.isEdit(of: edit.former, in: store) == true ? nil : path
    }
  }

  /// What is remembered of a file until the run has ended what it does about edits: an edit as what it was before, to
  /// be read again, so that the run after one that was killed finds it once more.
  func remembered(_ observation: SourceObservation) -> SourceObservation {
    found.withLock { $0[observation.file] }.map { observation.recalled(as: $0.former) }
      ?? observation
  }

  /// Marks the files that are no edits; what they were stays as the photos of deleted files do.
  private func markStrangers(in store: Store) throws {
    for edit in all where try !AssessedPhoto.isEdit(edit.photo, of: edit.former, in: store) {
      found.withLock { $0[edit.path]?.isStranger = true }
    }
  }

  /// The records that nothing stands for any more but what their files are now, with the records of that for the same
  /// frames.
  ///
  /// Files that are no edits count no more from then on. A photo that another file still is stays, and so does one that
  /// was prepared for another device.
  func replacements(
    by records: Set<RecordID>, in store: Store, _ environment: RunEnvironment
  ) throws -> [(old: RecordID, new: RecordID)] {
    try markStrangers(in: store)
    let photos = Set(records.map(\.photo))
    let edits = all.filter { photos.contains($0.photo) }
    let former = FormerPhotos(of: store, in: environment.fileSystem)
    let gone = try former.withoutFiles(
      Set(edits.map(\.former)).subtracting(photos), but: Set(edits.map(\.path)))
    var pairs: [RecordID: RecordID] = [:]
    for edit in edits where gone.contains(edit.former) {
      let news = records.filter { $0.photo == edit.photo }.sorted()
      for old in try store.recordIDs(of: edit.former) {
        guard let frames = try? store.record(old).preparation.recipe.frames else { continue }
        pairs[old] =
          news.first { $0.recipe == old.recipe }
          ?? news.first { (try? store.record($0).preparation.recipe.frames) == frames }
      }
    }
    return pairs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Remembers files as what they are now, for the photos that the store has of this run, but those whose older records
  /// could not go: the next run finds them once more.
  func settle(_ photos: Set<PhotoID>, but older: Set<RecordID>, in store: Store) throws {
    let kept = Set(older.map(\.photo))
    try store.remember(
      found.withLock { found in
        found.values.filter {
          photos.contains($0.photo) && ($0.isStranger || !kept.contains($0.former))
        }.map(\.observation)
      })
  }
}

extension AssessedPhoto {
  /// What a record says; `nil` for one of before photos were judged.
  init?(_ preparation: PhotoPreparation) {
    guard let assessment = preparation.assessment else { return nil }
    self.init(
      size: preparation.uprightSize, capture: preparation.capture, assessment: assessment)
  }

  /// What a photo was judged as, by a record or else the catalog; `nil` where nothing is known.
  fileprivate static func known(_ photo: PhotoID, in store: Store) throws -> AssessedPhoto? {
    for id in try store.recordIDs(of: photo) {
      let record = try? store.record(id)
      if let known = record.flatMap({ AssessedPhoto($0.preparation) }) { return known }
    }
    for version in [version, estimateVersion] {
      let bytes = try Assessments(of: store).assessment(of: photo, version: version)
      if let known = bytes.flatMap(AssessedPhoto.init(bytes:)) { return known }
    }
    return nil
  }

  /// Whether a file's photo is an edit of what the file was, and not another photo of the same name; what nothing is
  /// known of was another one.
  func isEdit(of former: PhotoID?, in store: Store) throws -> Bool {
    try former.flatMap { try Self.known($0, in: store) }.map(isEdit) ?? false
  }

  /// Whether a file's photo is an edit of what the file was (decision 0811).
  static func isEdit(_ photo: PhotoID, of former: PhotoID, in store: Store) throws -> Bool {
    try known(photo, in: store)?.isEdit(of: former, in: store) ?? false
  }

  /// Whether this is an edit of another photo: camera and time say so, or where they say nothing, the picture.
  func isEdit(of former: AssessedPhoto) -> Bool {
    if let own = capture.camera, let other = former.capture.camera, own != other { return false }
    if let own = capture.time, let other = former.capture.time { return own == other }
    return assessment.thumbprint.isEdit(of: former.assessment.thumbprint)
  }
}

extension Thumbprint {
  /// Whether it may be made of another photo by cropping, turning and changing its tones.
  fileprivate func isEdit(of former: Thumbprint) -> Bool {
    if self == former { return true }
    let whole = former.floats
    return quarterTurns.contains { turned in
      ThumbprintView.searched.contains { view in
        ThumbprintAlignment.likeness(of: turned, in: whole, from: view.place)
          >= ThumbprintAlignment.threshold
      }
    }
  }

  /// The samples, turned by none to three quarters.
  private var quarterTurns: [[Float]] {
    let side = Self.side
    return (0..<3).reduce(into: [floats]) { turns, _ in
      let last = turns[turns.count - 1]
      turns.append(
        last.indices.map { last[($0 % side) * side + side - 1 - $0 / side] })
    }
  }
}
