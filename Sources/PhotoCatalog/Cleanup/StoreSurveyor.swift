import PhotoStore
import SystemFiles
import SystemPackage

/// Looks at every record and every image of a store, and keeps in a survey what cleaning asks for.
struct StoreSurveyor {
  let store: Store
  let survey: CleanupSurvey
  let report: (ReferenceProblem) throws -> Void

  private(set) var problemCount = 0
  /// How many files in the folder of images this software cannot name, or must not judge.
  private(set) var foreignCount = 0
  /// The images that are in use.
  private(set) var used = CleanupSummary.Count()

  private var fileSystem: any FileSystem { store.fileSystem }
  private var paths: StorePaths { store.paths }

  init(
    _ store: Store, into survey: CleanupSurvey,
    _ report: @escaping (ReferenceProblem) throws -> Void
  ) {
    (self.store, self.survey, self.report) = (store, survey, report)
  }

  mutating func lookAtRecords() throws {
    let walk = RecordWalk(fileSystem: fileSystem, paths: paths, catalog: store.catalog)
    var problems: [StoreError] = []
    try walk.run { step in
      guard let status = step.status else { return }
      do throws(StoreError) { try survey.add(try record(step, status)) } catch {
        problems.append(error)
      }
    }
    for error in problems {
      problemCount += 1
      try report(ReferenceProblem(error: error))
    }
  }

  /// What is known of a record: from its row when that is up to date, else from the record itself.
  private func record(
    _ step: RecordWalk.Step, _ status: FileStatus
  ) throws(StoreError) -> SurveyRecord {
    if let row = step.row, row.stamp == RecordStamp(status) {
      return SurveyRecord(row, status)
    }
    let record = try store.record(step.id)
    guard record.id == step.id else {
      throw StoreError(
        .unreadableDocument, path: paths.record(step.id).string,
        message: "The record is about \(record.id).", recovery: "Give it back its own name.")
    }
    return SurveyRecord(record, status, renewedAt: step.row?.renewedAt ?? 0)
  }

  /// Adds every image that is not in use, and counts the others.
  ///
  /// - Parameter takesAppFiles: Whether files with the published app's names may be judged.
  /// - Throws: `scratch`; the codes of file calls.
  mutating func lookAtImages(takesAppFiles: Bool) throws {
    var surveyor = self
    try FolderEntries.forEach(in: paths.images, of: fileSystem) { name, status in
      try surveyor.lookAtImage(name.string, status, takesAppFiles: takesAppFiles)
    }
    self = surveyor
  }

  private mutating func lookAtImage(
    _ name: String, _ status: FileStatus, takesAppFiles: Bool
  ) throws {
    let kind = ImageFileKind(name)
    guard kind != .foreign, status.kind == .regular else { return foreignCount += 1 }
    if case .prepared(let record) = kind {
      if survey.used.contains(record) { return used.add(status.size) }
      return try survey.add(SurveyFile(name: name, key: name, record: record, status: status))
    }
    let key = NamedFile.key(name)
    survey.noteSpelling(of: name, key)
    if kind == .app, !takesAppFiles, !survey.isClaimed(key) { return foreignCount += 1 }
    if survey.used.contains(key) { return used.add(status.size) }
    try survey.add(SurveyFile(name: name, key: key, record: nil, status: status))
  }
}

extension SurveyRecord {
  fileprivate init(_ row: RowBrief, _ status: FileStatus) {
    self.init(
      id: row.id, size: status.size,
      modified: max(status.modified, Int64(seconds: max(row.preparedAt, row.renewedAt))),
      otherNames: row.otherNames)
  }

  fileprivate init(_ record: PhotoRecord, _ status: FileStatus, renewedAt: Int64) {
    self.init(
      id: record.id, size: status.size,
      modified: max(status.modified, Int64(seconds: max(record.preparedSecond, renewedAt))),
      otherNames: record.otherFileNames)
  }
}
