import PhotoStore
import SystemFiles
import SystemPackage

/// One merge: photos first, then albums and designs, which need their images to be there.
///
/// It resolves no conflict between the stores (decision 0323).
struct MergePass {
  let source: Store
  let target: Store
  let images: MergedImages
  let keepGoing: () -> Bool
  let report: (MergeEvent) throws -> Void
  var summary = MergeSummary()
  /// What is staged and not committed yet.
  var batch: CommitIntent
  /// The records of the batch by their staged names.
  var records: [String: PhotoRecord] = [:]
  /// The events to report once the batch is committed.
  var pending: [MergeEvent] = []
  var links: [PhotoRow] = []
  var linkedImages = 0
  /// Photos that did not come in, because their content differs.
  var refusedPhotos: Set<RecordID> = []
  /// Whether the target has the source's content for images that are not of photos.
  var imagesMatch: [String: Bool] = [:]
  /// The images that documents of the source name.
  var named: Set<String> = []
  var refusedAlbums: Set<String> = []
  /// Why the target cannot be written, which ends the merge; other errors are conflicts of one file.
  private var failure: (any Error)?

  /// How many photos are committed together, as in preparing them: decision 0005.
  static let batchSize = 32
  /// The most bytes of an image, as of a photo.
  static let imageByteLimit = 512 << 20

  init(
    from source: Store, to target: Store, images: MergedImages,
    while keepGoing: @escaping () -> Bool, report: @escaping (MergeEvent) throws -> Void
  ) {
    (self.source, self.target, self.images) = (source, target, images)
    (self.keepGoing, self.report) = (keepGoing, report)
    batch = CommitIntent(run: target.environment.run)
  }

  mutating func run() throws {
    try mergePhotos()
    try commitBatch()
    if !summary.wasInterrupted { try mergeDocuments(.album) }
    if !summary.wasInterrupted { try mergeDocuments(.design) }
    if !summary.wasInterrupted { try mergeDesignsOfPreferences() }
    let pins = try summary.wasInterrupted ? [] : pinsThatCome()
    try commitBatch()
    try set(pins)
    if !summary.wasInterrupted { try countUnreferenced() }
  }

  private mutating func mergePhotos() throws {
    let rows = images == .copy ? nil : source.catalog
    let walk = RecordWalk(fileSystem: source.fileSystem, paths: source.paths, catalog: rows)
    try walk.run { step in
      guard step.status != nil, mayGoOn() else { return }
      if try takeLink(step) { return }
      try mergePhoto(step.id)
    }
    try commitLinks()
  }

  mutating func mayGoOn() -> Bool {
    if !summary.wasInterrupted, !keepGoing() { summary.wasInterrupted = true }
    return !summary.wasInterrupted
  }

  /// Commits the staged files, and reports them.
  mutating func commitBatch() throws {
    if batch != CommitIntent(run: batch.run) { try target.carryOut(batch, records: records) }
    (batch, records) = (CommitIntent(run: batch.run), [:])
    for event in pending {
      count(event)
      try report(event)
    }
    pending = []
  }

  mutating func stage(
    _ bytes: [UInt8], toBecome name: String
  ) throws -> StagedFile {
    do { return try target.stage(bytes, toBecome: name) } catch {
      failure = error
      throw error
    }
  }

  mutating func stage(_ record: PhotoRecord) throws {
    let move = try stage(record.bytes, toBecome: record.id.fileName)
    batch.records.append(move)
    records[move.staged] = record
  }

  /// Notes that something did not come in; throws instead when the target failed.
  mutating func refuse(
    _ kind: MergeEvent.Kind, _ name: String, _ error: PhotoprepError
  ) throws {
    if let failure { throw failure }
    pending.append(.conflict(kind, name: name, error.advised))
  }

  mutating func count(_ event: MergeEvent) {
    switch event {
    case .added(.photo, _): summary.photosAdded += 1
    case .added(.image, _): summary.imagesAdded += 1
    case .added(.album, _): summary.albumsAdded += 1
    case .added(.design, _): summary.designsAdded += 1
    case .added(.pin, _): summary.pinsAdded += 1
    case .joined: summary.photosJoined += 1
    case .kept: summary.photosKept += 1
    case .newer: break
    case .conflict: summary.conflicts += 1
    }
  }

  /// Counts the images of the source that neither a record nor a document there names.
  private mutating func countUnreferenced() throws {
    if images == .leave { return }
    let names = try source.fileSystem.names(in: source.paths.images)
    // All images are linked, each by its name.
    if names.count == linkedImages { return }
    for name in names
    where imagesMatch[name.string] == nil && !named.contains(name.string)
      && ImageFileKind(name.string) != .foreign
    {
      guard let file = StoredFileName(name.string),
        try source.fileSystem.hasFile(at: source.paths.record(file.record))
      else {
        summary.unreferenced += 1
        continue
      }
    }
  }
}
