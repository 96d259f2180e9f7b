import PhotoStore
import SystemFiles
import SystemPackage

/// Looks at every record and every image of a store, and keeps in a survey what cleaning asks for.
struct StoreSurveyor {
  let store: Store
  let survey: Survey
  let report: (ReferenceProblem) throws -> Void

  private(set) var problemCount = 0
  /// How many files in the folder of images this software cannot name.
  private(set) var foreignCount = 0

  private var fileSystem: any FileSystem { store.fileSystem }
  private var paths: StorePaths { store.paths }

  init(
    _ store: Store, into survey: Survey, _ report: @escaping (ReferenceProblem) throws -> Void
  ) {
    (self.store, self.survey, self.report) = (store, survey, report)
  }

  mutating func run() throws {
    try lookAtRecords()
    try lookAtImages()
    try survey.flush()
  }

  private mutating func lookAtRecords() throws {
    let walk = RecordWalk(fileSystem: fileSystem, paths: paths, catalog: store.catalog)
    var problems: [StoreError] = []
    try walk.run { step in
      guard step.isRecordListed else { return }
      do throws(StoreError) {
        if let record = try record(step) { try survey.add(record) }
      } catch { problems.append(error) }
    }
    for error in problems {
      problemCount += 1
      try report(ReferenceProblem(error: error))
    }
  }

  /// What is known of a record: from its row when that is up to date, else from the record itself.
  private func record(_ step: RecordWalk.Step) throws(StoreError) -> SurveyRecord? {
    let place = paths.record(step.id)
    let status = try filing { () throws(SystemError) in
      try fileSystem.status(of: place, followingLinks: false)
    }
    guard let status else { return nil }
    if let row = step.row, row.stamp == RecordStamp(status) {
      return SurveyRecord(row, status)
    }
    let record = try store.record(step.id)
    guard record.id == step.id else {
      throw StoreError(
        .unreadableDocument, path: place.string, message: "The record is about \(record.id).",
        recovery: "Give it back its own name.")
    }
    return SurveyRecord(record, status)
  }

  mutating func lookAtImages() throws {
    var surveyor = self
    try FolderNames.forEach(in: paths.images, of: fileSystem) { try surveyor.lookAtImage($0) }
    self = surveyor
  }

  private mutating func lookAtImage(_ name: FilePath.Component) throws {
    let kind = ImageFileKind(name.string)
    guard kind != .foreign,
      let status = try fileSystem.status(
        of: paths.images.appending(name), followingLinks: false), status.kind == .regular
    else {
      foreignCount += 1
      return
    }
    try survey.add(
      SurveyFile(
        name: name.string, kind: kind, size: status.size, modified: status.modified))
  }
}

extension SurveyRecord {
  fileprivate init(_ row: RowBrief, _ status: FileStatus) {
    self.init(
      id: row.id, size: status.size,
      modified: max(status.modified, row.preparedAt * 1_000_000_000), otherNames: row.otherNames)
  }

  fileprivate init(_ record: PhotoRecord, _ status: FileStatus) {
    self.init(
      id: record.id, size: status.size,
      modified: max(status.modified, record.preparedSecond * 1_000_000_000),
      otherNames: record.otherFileNames)
  }
}
