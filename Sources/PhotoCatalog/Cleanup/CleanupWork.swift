import Foundation
import GRDB
import PhotoStore
import SystemFiles
import SystemPackage

struct CleanupWork: StoreWork {
  private(set) var summary: CleanupSummary
  let store: Store
  private let second: Int
  private var goneRecords: [RecordID] = []
  /// The names of the files that went to the trash.
  private(set) var trashed: Set<String> = []
  /// How many rows are removed in one transaction; our choice.
  private static let batchSize = 1000
  private var touched: Set<FilePath> = []

  init(_ store: Store, _ summary: CleanupSummary) {
    (self.store, self.summary) = (store, summary)
    second = max(0, Int(store.environment.clock().timeIntervalSince1970))
  }

  /// Whether to do the next step; notes an interruption.
  mutating func mayContinue(_ keepGoing: () -> Bool) -> Bool {
    if keepGoing() { return true }
    summary.wasInterrupted = true
    return false
  }

  /// Does steps, of which an interruption ends the wait for an app too.
  mutating func run(
    while keepGoing: () -> Bool, _ steps: (inout CleanupWork) throws -> Void
  ) throws {
    do { try steps(&self) } catch let error as PhotoprepError where error.code == .storeLocked {
      if mayContinue(keepGoing) { throw error }
    }
  }

  private mutating func done(
    _ event: CleanupEvent, _ report: (CleanupEvent) throws -> Void
  ) throws {
    summary.count(event)
    try report(event)
  }

  /// Moves a file to the trash, unless it changed since it was planned, or its photo's record stays or is back.
  mutating func trash(_ file: PlannedFile, _ report: (CleanupEvent) throws -> Void) throws {
    let trashed = TrashedFile(file.origin, file.name, at: second)
    let place = trashed.place(in: paths)
    // Records are durably gone before the first of their files is.
    if file.origin != .photos, touched.contains(paths.photos) { try sync() }
    // An app puts its record in place under this lock, and looks for the pictures then.
    let isMoved = try store.environment.holdingLock(of: paths.photos) { () -> Bool? in
      guard let status = try fileSystem.status(of: place, followingLinks: false) else { return nil }
      guard status.size == file.size, status.modified <= file.modified,
        try file.origin == .photos || !isOfRecordInPlace(trashed)
      else { return false }
      try fileSystem.rename(place, to: try trashed.freePath(in: paths.trash, of: fileSystem))
      return true
    }
    guard let isMoved else { return }
    guard isMoved else { return try done(file.event(.kept, paths, .changed), report) }
    self.trashed.insert(file.name)
    touched.formUnion([place.removingLastComponent(), paths.trash])
    if file.origin == .photos {
      if let id = RecordID(fileName: file.name) { goneRecords.append(id) }
      if goneRecords.count >= Self.batchSize { try sync() }
    }
    try done(file.event(.trashed, paths), report)
  }

  private func isOfRecordInPlace(_ image: TrashedFile) throws -> Bool {
    guard let id = image.record, try fileSystem.has(paths.record(id)) else { return false }
    return store.imageNames(of: id).contains(image.name)
  }

  /// Brings a file back, unless its place is taken.
  mutating func restore(
    _ file: TrashedFile, _ size: Int, _ reason: CleanupEvent.Reason,
    _ report: (CleanupEvent) throws -> Void
  ) throws {
    let place = file.place(in: paths)
    if try fileSystem.has(place) {
      return try done(CleanupEvent(.kept, place, size, .occupied), report)
    }
    if file.origin == .photos, touched.contains(paths.images) { try sync() }
    // New for the grace period from now on, and before it is back: no process may find it old.
    try noteTime(of: file)
    let id = file.origin == .photos ? RecordID(fileName: file.name) : nil
    let journal = id.flatMap(writeDown)
    let folder = place.removingLastComponent()
    // Not over what an app has put there meanwhile.
    let isBack = try store.environment.holdingLock(of: folder) {
      if try fileSystem.has(place) { return false }
      try fileSystem.rename(trashPath(file), to: place)
      return true
    }
    touched.formUnion([folder, paths.trash])
    if let id { takeIn(id) }
    if let journal { try? store.endJournal(journal) }
    try done(
      CleanupEvent(isBack ? .restored : .kept, place, size, isBack ? reason : .occupied), report)
  }

  func noteTime(of file: TrashedFile) throws {
    let now = store.environment.clock().nanoseconds
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
    guard file.origin == .photos, let id = RecordID(fileName: file.name),
      (try? fileSystem.has(file.place(in: paths))) == false,
      (try? store.catalog?.read { try PhotoRow.find(id, in: $0) }) != nil
    else { return }
    goneRecords.append(id)
  }

  /// Makes the changes durable, and updates the catalog.
  ///
  /// The trash is synchronised first, so that a file which left its folder is in the trash.
  mutating func sync() throws {
    for folder in [paths.trash, paths.photos, paths.images, paths.albums]
    where touched.contains(folder) {
      try fileSystem.syncDirectory(at: folder)
    }
    touched = []
    // One that an app put back keeps its row.
    let gone = goneRecords.filter { (try? fileSystem.has(paths.record($0))) != true }
    goneRecords = []
    if gone.isEmpty { return }
    trying { database in for id in gone { try PhotoRow.delete(id, in: database) } }
  }

  /// Writes down that a record is about to be back, so that the next run enters its row if this one
  /// is cut off before it does; without space for that the row waits for `rebuild`.
  private func writeDown(_ id: RecordID) -> FilePath? {
    let name = id.fileName
    let intent = CommitIntent(
      run: store.environment.run, images: [], records: [StagedFile(staged: name, name: name)])
    guard (try? store.makeStagingFolder()) != nil else { return nil }
    return try? store.write(intent)
  }

  private mutating func takeIn(_ id: RecordID) {
    guard let record = try? store.record(id),
      let status = try? fileSystem.status(of: paths.record(id), followingLinks: false)
    else { return }
    let row = PhotoRow(record, stamp: RecordStamp(status))
    trying { try row.save(in: $0) }
  }

  /// Changes the catalog; a full disk does not keep a cleanup from making space.
  private mutating func trying(_ body: (Database) throws -> Void) {
    do { try store.catalog?.write(body) } catch { summary.catalogTrouble = error.message }
  }

  private func trashPath(_ file: TrashedFile) -> FilePath { paths.trash.appending(file.trashName) }
}
