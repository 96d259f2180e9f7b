import Foundation
import PhotoStore
import SystemFiles
import SystemPackage

extension Store {
  /// Carries out a plan: brings back what is needed, removes what expired, moves what nothing names
  /// to the trash.
  ///
  /// Every step is one rename or one removal, so a crash at any point leaves each file in its place
  /// or in the trash, and a full disk does not stop it.
  ///
  /// - Parameters:
  ///   - plan: A plan of this store; the store is open alone since it was made.
  ///   - keepGoing: Asked before each file; `false` ends the cleanup there.
  ///   - report: Called with everything that was done.
  /// - Returns: What was planned and done.
  /// - Throws: `not-open-for-writing`; `cleanup-refused` when documents changed since the plan was
  ///   made and cannot be read any more; the codes of file calls; what `report` throws.
  public func carryOut(
    _ plan: CleanupPlan, while keepGoing: () -> Bool = { true },
    _ report: (CleanupEvent) throws -> Void
  ) throws -> CleanupSummary {
    try requireAlone()
    var work = CleanupWork(self, plan.summary)
    let confirmed = try newerPlan(than: plan).map { Set($0.files.filter(\.goes).map(\.name)) }
    try plan.trash.forEach(.needed) { file, size in
      if work.goesOn(keepGoing) { try work.restore(file, size, .referenced, report) }
    }
    // A cleanup that was cut off may have left rows of records it moved.
    work.forgetRows(of: plan.trash)
    try plan.trash.forEach(.over) { file, _ in
      if work.goesOn(keepGoing) { try work.noteTime(of: file) }
    }
    for (file, size) in plan.trash.goingForGood([.expired]) where work.goesOn(keepGoing) {
      try work.purge(file, size, .expired, report)
    }
    try work.sync()
    for file in plan.files where file.goes && confirmed?.contains(file.name) != false {
      if work.goesOn(keepGoing) { try work.trash(file, report) }
    }
    try work.sync()
    return work.summary
  }

  /// Makes a second plan when a document changed since the first, because only our own programs
  /// respect the lock; what both plans move may go.
  private func newerPlan(than plan: CleanupPlan) throws -> CleanupPlan? {
    let roots = ReferenceRoot.all(of: paths, and: plan.options.designFolders)
    let documents = try DocumentsDigest(of: roots, pins: paths.pins, in: fileSystem)
    if documents == plan.documents { return nil }
    return try planCleanup(plan.options) { _ in }
  }

  /// Brings files back from the trash.
  ///
  /// What comes back counts as new for the grace period. A file whose place is taken stays in the
  /// trash.
  ///
  /// - Parameters:
  ///   - names: Names of files, or of prepared photos: `<photo>`, `<photo>-<recipe>`, or what a photo
  ///     was prepared as; `nil` for everything.
  ///   - keepGoing: Asked before each file; `false` leaves it and the rest in the trash.
  ///   - report: Called with everything that came back, or could not.
  /// - Returns: What was done.
  /// - Throws: `not-open-for-writing`; `not-found` when the trash holds nothing of a name, or several
  ///   photos; the codes of file calls; what `report` throws.
  public func restore(
    _ names: [String]?, while keepGoing: () -> Bool = { true },
    _ report: (CleanupEvent) throws -> Void
  ) throws -> CleanupSummary {
    try requireAlone()
    var missing = Set(names ?? [])
    let photos = try trashedPhotos(names ?? [])
    let trash = try TrashList(of: self) { file, _ in
      let found = photos.filter { $0.0 == file.name || $0.1?.names(file.name) == true }
      missing.subtract(found.map(\.0))
      return names == nil || !found.isEmpty ? .needed : .stays
    }
    if let name = missing.min() { throw PhotoprepError.notInTrash(name, paths.trash) }
    var work = CleanupWork(self, CleanupSummary())
    try trash.forEach(.needed) { file, size in
      if work.goesOn(keepGoing) { try work.restore(file, size, .asked, report) }
    }
    try work.sync()
    return work.summary
  }

  /// The photos in the trash that names stand for, each beside its name; none for a file's name.
  private func trashedPhotos(_ names: [String]) throws -> [(String, PhotoNames?)] {
    var called: [String: Set<PhotoID>] = [:]
    let words = names.filter { PhotoNames($0) == nil }
    try TrashedFile.forEach(in: self) { file, path, _ in
      guard !words.isEmpty, file.origin == .photos else { return }
      let bytes = try fileSystem.readFile(
        at: path, limit: PhotoContainer.documentByteLimit, followingLinks: false
      ).bytes
      // A record that cannot be read has no name; its digits still bring it back.
      guard let record = try? PhotoRecord(bytes: bytes, path: path.string) else { return }
      for word in words
      where record.preparation.isCalled(word) || record.id.begins(with: word) {
        called[word, default: []].insert(record.id.photo)
      }
    }
    return try names.map { name in
      let photos = (called[name] ?? []).map(\.description).sorted()
      if photos.count > 1 { throw PhotoprepError.severalInTrash(name, photos, paths.trash) }
      return (name, PhotoNames(photos.first ?? name))
    }
  }

  /// Removes everything in the trash for good, but what something names again, which comes back.
  ///
  /// - Parameters:
  ///   - options: Where documents are.
  ///   - keepGoing: Asked before each file; `false` leaves it and the rest in the trash.
  ///   - problem: Called with every document that cannot be read.
  ///   - report: Called with everything that is gone or came back.
  /// - Returns: What was done.
  /// - Throws: `not-open-for-writing`; `cleanup-refused` when a document cannot be read; the codes of
  ///   file calls; what the closures throw.
  public func purgeTrash(
    _ options: CleanupOptions, while keepGoing: () -> Bool = { true },
    onProblem problem: (ReferenceProblem) throws -> Void, _ report: (CleanupEvent) throws -> Void
  ) throws -> CleanupSummary {
    try requireAlone()
    var options = options
    options.allowsUnreferenced = true
    let plan = try planCleanup(options, onProblem: problem)
    var work = CleanupWork(self, CleanupSummary())
    try plan.trash.forEach(.needed) { file, size in
      if work.goesOn(keepGoing) { try work.restore(file, size, .referenced, report) }
    }
    try work.sync()
    work.forgetRows(of: plan.trash)
    for (file, size) in plan.trash.goingForGood([.stays, .over, .expired])
    where work.goesOn(keepGoing) {
      try work.purge(file, size, .asked, report)
    }
    try work.sync()
    return work.summary
  }

  func requireAlone() throws(PhotoprepError) {
    _ = try requireWriting()
    guard access == .alone else { throw .notForWriting(path) }
  }
}

/// What a cleanup does to single files, and what it did.
private struct CleanupWork {
  private(set) var summary: CleanupSummary
  private let store: Store
  private let second: Int
  private var goneRecords: [RecordID] = []
  /// How many rows are removed in one transaction; our choice.
  private static let batchSize = 1000
  private var touched: Set<FilePath> = []

  private var fileSystem: any FileSystem { store.fileSystem }
  private var paths: StorePaths { store.paths }

  init(_ store: Store, _ summary: CleanupSummary) {
    (self.store, self.summary) = (store, summary)
    second = max(0, Int(store.environment.clock().timeIntervalSince1970))
  }

  /// Whether to do the next thing; notes when not.
  mutating func goesOn(_ keepGoing: () -> Bool) -> Bool {
    if keepGoing() { return true }
    summary.wasInterrupted = true
    return false
  }

  private mutating func done(
    _ event: CleanupEvent, _ report: (CleanupEvent) throws -> Void
  ) throws {
    summary.count(event)
    try report(event)
  }

  /// Moves a file to the trash, unless it changed since it was planned.
  mutating func trash(_ file: PlannedFile, _ report: (CleanupEvent) throws -> Void) throws {
    var trashed = TrashedFile(file.origin, file.name, at: second)
    let place = trashed.place(in: paths)
    guard let status = try fileSystem.status(of: place, followingLinks: false) else { return }
    let isSame = status.size == file.size && status.modified <= file.modified
    guard isSame else { return try done(file.event(.kept, paths, .changed), report) }
    // Two files of one name may come here within a second; neither replaces the other.
    while try fileSystem.status(of: trashPath(trashed), followingLinks: false) != nil {
      trashed = TrashedFile(file.origin, file.name, at: trashed.second + 1)
    }
    // Records are durably gone before the first of their files is.
    if file.origin != .photos, touched.contains(paths.photos) { try sync() }
    try fileSystem.rename(place, to: trashPath(trashed))
    touched.formUnion([place.removingLastComponent(), paths.trash])
    if file.origin == .photos {
      if let id = RecordID(fileName: file.name) { goneRecords.append(id) }
      if goneRecords.count >= Self.batchSize { try sync() }
    }
    try done(file.event(.trashed, paths), report)
  }

  /// Brings a file back, unless its place is taken.
  mutating func restore(
    _ file: TrashedFile, _ size: Int, _ reason: CleanupEvent.Reason,
    _ report: (CleanupEvent) throws -> Void
  ) throws {
    let place = file.place(in: paths)
    if try fileSystem.status(of: place, followingLinks: false) != nil {
      return try done(CleanupEvent(.kept, place, size, .occupied), report)
    }
    if file.origin == .photos, touched.contains(paths.images) { try sync() }
    // New for the grace period from now on, and before it is back: nobody may find it old.
    let now = Int64(store.environment.clock().timeIntervalSince1970 * 1e9)
    try fileSystem.setModified(trashPath(file), to: now)
    let id = file.origin == .photos ? RecordID(fileName: file.name) : nil
    let journal = id.flatMap(writeDown)
    try fileSystem.rename(trashPath(file), to: place)
    touched.formUnion([place.removingLastComponent(), paths.trash])
    if let id { takeIn(id) }
    if let journal { try? store.endJournal(journal) }
    try done(CleanupEvent(.restored, place, size, reason), report)
  }

  /// Notes that a file has been in the trash for long enough.
  func noteTime(of file: TrashedFile) throws {
    let now = Int64(store.environment.clock().timeIntervalSince1970 * 1e9)
    try fileSystem.setModified(trashPath(file), to: now)
  }

  /// Removes a file in the trash for good.
  ///
  /// A record goes before its files, so that no record that comes back lacks one, and once the
  /// catalog has forgotten it: without a trace of it in the trash its row would look like a loss. On
  /// a full disk the catalog forgets it when its files have made room.
  mutating func purge(
    _ file: TrashedFile, _ size: Int, _ reason: CleanupEvent.Reason,
    _ report: (CleanupEvent) throws -> Void
  ) throws {
    if file.origin == .photos, !goneRecords.isEmpty { try sync() }
    forgetRow(of: file)
    try fileSystem.removeFile(at: trashPath(file))
    touched.insert(paths.trash)
    try done(CleanupEvent(.purged, trashPath(file), size, reason), report)
  }

  /// Removes the rows of records that stay in the trash or go for good.
  mutating func forgetRows(of trash: TrashList) {
    for (file, _) in trash.goingForGood([.stays, .over, .expired]) { forgetRow(of: file) }
  }

  /// Removes the row of a record that is in the trash and nowhere else.
  private mutating func forgetRow(of file: TrashedFile) {
    if let id = rowAlone(of: file) { goneRecords.append(id) }
  }

  /// A record in the trash, if it has a row and is not in place.
  private func rowAlone(of file: TrashedFile) -> RecordID? {
    guard file.origin == .photos, let id = RecordID(fileName: file.name),
      let catalog = store.catalog, (try? store.isThere(file)) == false
    else { return nil }
    let row = (try? catalog.read { try PhotoRow.find(id, in: $0) }) ?? nil
    return row.map(\.id)
  }

  /// Makes what was done durable, and brings the catalog up to date.
  ///
  /// The trash is synchronised first: what left a folder is in the trash then.
  mutating func sync() throws {
    for folder in [paths.trash, paths.photos, paths.images, paths.albums]
    where touched.contains(folder) {
      try fileSystem.syncDirectory(at: folder)
    }
    touched = []
    let gone = goneRecords
    goneRecords = []
    if gone.isEmpty { return }
    trying { catalog throws(PhotoprepError) in
      try catalog.write { database in
        for id in gone { try PhotoRow.delete(id, in: database) }
      }
    }
  }

  /// Writes down that a record is about to be back, so that the next run enters its row if this one
  /// is cut off before it does; without space for that the row waits for `rebuild`.
  private func writeDown(_ id: RecordID) -> FilePath? {
    let name = id.fileName
    let intent = CommitIntent(
      run: store.environment.run, images: [],
      records: [CommitIntent.Move(staged: name, name: name)])
    guard (try? store.makeStagingFolder()) != nil else { return nil }
    return try? store.write(intent)
  }

  /// Writes the row of a record that came back.
  private mutating func takeIn(_ id: RecordID) {
    guard let record = try? store.record(id),
      let status = try? fileSystem.status(of: paths.record(id), followingLinks: false)
    else { return }
    let row = PhotoRow(record, stamp: RecordStamp(status))
    trying { catalog throws(PhotoprepError) in try catalog.write { try row.save(in: $0) } }
  }

  /// Changes the catalog; a full disk does not keep a cleanup from making space.
  private mutating func trying(_ body: (Catalog) throws(PhotoprepError) -> Void) {
    guard let catalog = store.catalog else { return }
    do throws(PhotoprepError) { try body(catalog) } catch { summary.catalogTrouble = error.message }
  }

  private func trashPath(_ file: TrashedFile) -> FilePath {
    paths.trash.appending(file.trashName)
  }
}

extension PhotoprepError {
  fileprivate static func notInTrash(_ name: String, _ trash: FilePath) -> PhotoprepError {
    PhotoprepError(
      .notFound, path: trash.string, message: "The trash holds nothing named '\(name)'.",
      remedy: "'photoprep store check' lists what it holds.")
  }

  fileprivate static func severalInTrash(
    _ name: String, _ photos: [String], _ trash: FilePath
  ) -> PhotoprepError {
    PhotoprepError(
      .notFound, path: trash.string,
      message: "The trash holds \(photos.count) photos named '\(name)'.",
      remedy: "Name one of them: " + photos.joined(separator: ", ") + ".")
  }
}

extension PhotoPreparation {
  /// Whether the photo was prepared under a name: its whole path, or the last part of it.
  fileprivate func isCalled(_ name: String) -> Bool {
    sources.contains { source in
      source.description == name || source.description.hasSuffix("/" + name)
    }
  }
}
