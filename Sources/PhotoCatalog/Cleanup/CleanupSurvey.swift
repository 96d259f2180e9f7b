import PhotoStore
import SystemFiles

/// What a cleanup found in a store: every record and every image that is not in use.
///
/// A record and the files it names are one thing (decision 0305).
struct CleanupSurvey: StoreWork {
  let store: Store
  /// What is in use; it knows all documents already.
  let index: ReferenceIndex
  let report: (PhotoprepError) throws -> Void

  /// The images that are not in use.
  private var files: [SurveyFile] = []
  /// The records that no document names a file of.
  private var records: [RecordID: SurveyRecord] = [:]
  /// The photos with stars of which a record is in use.
  private var starred: Set<PhotoID> = []
  /// The keys of files whose names are spelled in another way than their keys.
  private var respelled: Set<String> = []
  private(set) var problemCount = 0
  /// How many files in the folder of images this software cannot name, or must not judge.
  private(set) var foreignCount = 0
  /// The images that are in use.
  private(set) var used = CleanupSummary.Count()

  init(
    _ store: Store, knowing index: ReferenceIndex,
    _ report: @escaping (PhotoprepError) throws -> Void
  ) {
    (self.store, self.index, self.report) = (store, index, report)
  }

  /// Whether there may be an image of this name in another spelling, such as in capitals.
  func mayHaveSpelling(_ key: String) -> Bool { respelled.contains(key) }

  /// Whether something names a file in the trash, or a file of its photo.
  func isNeeded(_ file: TrashedFile) throws -> Bool {
    if file.origin == .images, let image = StoredFileName(file.name),
      try isReplacedFraming(image)
    {
      return false
    }
    if let record = file.record, index.uses(record) { return true }
    return file.origin != .photos && index.uses(NamedFile.key(file.name))
  }

  /// Looks at every record, and takes what they name into account.
  mutating func lookAtRecords() throws {
    let walk = RecordWalk(fileSystem: fileSystem, paths: paths, catalog: store.catalog)
    var problems: [PhotoprepError] = []
    try walk.run { step in
      guard let status = step.status else { return }
      do { add(try record(step, status), as: step.id) } catch let error as PhotoprepError {
        problems.append(error)
      }
    }
    index.followClaims()
    problemCount = problems.count
    for error in problems { try report(error.advised) }
  }

  private mutating func add(_ record: SurveyRecord, as id: RecordID) {
    index.add(claims: record.otherNames, of: id)
    if !index.uses(id) { records[id] = record } else if record.hasStars { starred.insert(id.photo) }
  }

  /// What is known of a record: from its row when that is up to date, else from the record itself.
  private func record(_ step: RecordWalk.Step, _ status: FileStatus) throws -> SurveyRecord {
    if let row = step.row, row.stamp == RecordStamp(status) { return SurveyRecord(row, status) }
    let record = try store.record(step.id)
    guard record.id == step.id else {
      throw PhotoprepError(
        .unreadableDocument, path: paths.record(step.id).string,
        message: "The record is about \(record.id).", remedy: "Give it back its own name.")
    }
    return SurveyRecord(record, status, renewedAt: step.row?.renewedAt ?? 0)
  }

  /// Looks at every image, and keeps those that are not in use.
  ///
  /// `takesAppFiles` says whether files with the published app's names may be judged.
  mutating func lookAtImages(takesAppFiles: Bool) throws {
    try FolderEntries.forEach(in: paths.images, of: fileSystem) { name, status in
      try lookAtImage(name.string, status, takesAppFiles: takesAppFiles)
    }
  }

  private mutating func lookAtImage(
    _ name: String, _ status: FileStatus, takesAppFiles: Bool
  ) throws {
    let kind = ImageFileKind(name)
    guard kind != .foreign, status.kind == .regular else { return foreignCount += 1 }
    if case .prepared(let file) = kind {
      let isReplaced = try isReplacedFraming(file)
      if index.uses(file.record), !isReplaced { return used.add(status.size) }
      if records[file.record] == nil,
        try fileSystem.has(paths.record(file.record).placeInCloud)
      {
        return foreignCount += 1
      }
      return files.append(SurveyFile(name, file.record, status, isReplaced: isReplaced))
    }
    let key = NamedFile.key(name)
    if name != key { respelled.insert(key) }
    let claimants = index.claimants(of: key)
    if kind == .app, !takesAppFiles, claimants.isEmpty { return foreignCount += 1 }
    if index.uses(key) { return used.add(status.size) }
    files.append(SurveyFile(name, owner(of: claimants), status))
  }

  /// Whether an image is a render that a person framed and then framed anew.
  ///
  /// Without its photo's record it may be the last.
  private func isReplacedFraming(_ file: StoredFileName) throws -> Bool {
    try index.isReplaced(file) && fileSystem.has(paths.record(file.record))
  }

  /// The photo of several that name a file that it goes with: one that a person worked on if any.
  private func owner(of claimants: Set<RecordID>) -> RecordID? {
    let sorted = claimants.sorted()
    return sorted.first { records[$0]?.isHandMade == true } ?? sorted.first
  }

  /// Decides about every file that nothing names.
  ///
  /// A photo is one thing: its record and all files the record names stay as long as anything names one of them, and
  /// they go together. Every other file stands for itself, and so does a render that a person framed anew.
  ///
  /// What changed after `cutoff` is young, in nanoseconds since 1970-01-01 UTC; `chosen` are the photos that go, and
  /// nothing else. Records come before files, so that no record is in place without its files, by their names.
  func plan(cutoff: Int64, chosen: Set<RecordID>?) -> [PlannedFile] {
    let unused = records.filter { !index.uses($0.key) && chosen?.contains($0.key) != false }
    let files = files.filter { chosen == nil || $0.record.map { chosen?.contains($0) } == true }
    var newest = unused.mapValues(\.modified)
    for file in files {
      guard let record = file.record, !file.isReplaced else { continue }
      newest[record] = max(newest[record] ?? file.modified, file.modified)
    }
    func isHandMade(_ id: RecordID) -> Bool {
      guard let record = unused[id] else { return false }
      // Stars are the photo's: each of its records has them.
      return record.isHandMade || record.hasStars && !starred.contains(id.photo)
    }
    func reason(_ record: RecordID?, _ modified: Int64) -> CleanupEvent.Reason {
      if chosen != nil { return .asked }
      if let record, isHandMade(record) { return .handMade }
      return record.flatMap { newest[$0] } ?? modified > cutoff ? .young : .unreferenced
    }
    let planned = unused.map { id, record in
      PlannedFile(
        origin: .photos, name: id.fileName, size: record.size, modified: record.modified,
        reason: reason(id, record.modified))
    }
    let others = files.map { file in
      PlannedFile(
        origin: .images, name: file.name, size: file.size, modified: file.modified,
        reason: reason(file.isReplaced ? nil : file.record, file.modified))
    }
    return planned.sorted { $0.name < $1.name } + others.sorted { $0.name < $1.name }
  }
}

/// An image that is not in use.
private struct SurveyFile {
  let name: String
  /// The prepared photo it goes with.
  let record: RecordID?
  let size: Int
  let modified: Int64
  /// Whether it is a render that a person framed anew since.
  let isReplaced: Bool

  init(_ name: String, _ record: RecordID?, _ status: FileStatus, isReplaced: Bool = false) {
    (self.name, self.record, self.isReplaced) = (name, record, isReplaced)
    (size, modified) = (status.size, status.modified)
  }
}

private struct SurveyRecord {
  let size: Int
  /// When it last changed or its photo was prepared or found prepared, whichever is latest, in
  /// nanoseconds since 1970-01-01 UTC.
  let modified: Int64
  /// The files it names beside its master and renders under their usual names.
  let otherNames: [String]
  /// Whether a person gave the photo stars, or took them away.
  let hasStars: Bool

  var isHandMade: Bool { otherNames.contains(where: ImageFileKind.isHandMade) }

  init(_ row: PhotoRow, _ status: FileStatus) {
    size = status.size
    modified = max(status.modified, Int64(seconds: max(row.preparedAt, row.renewedAt)))
    otherNames = row.otherNames.texts
    hasStars = row.stars != nil
  }

  init(_ record: PhotoRecord, _ status: FileStatus, renewedAt: Int64) {
    size = status.size
    modified = max(status.modified, Int64(seconds: max(record.preparedSecond, renewedAt)))
    otherNames = record.otherFileNames
    hasStars = record.preparation.hand?.stars != nil
  }
}
