public import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage

extension Store {
  /// Compares records, files and catalog, and reports everything that is not as it should be.
  ///
  /// Nothing is changed, and other processes may go on writing: what they are in the middle of
  /// shows as notes at most.
  ///
  /// - Parameters:
  ///   - readData: Whether to read every file whole and compare its SHA-256. Otherwise files are
  ///     compared by size and by the dimensions in their headers.
  ///   - screen: The screen whose archive limits every render must keep, if any.
  ///   - report: Called with each finding as it is made.
  /// - Returns: What was looked at and how much was found.
  /// - Throws: The codes of file calls when a folder of the store cannot be read; whatever `report`
  ///   throws.
  public func check(
    readData: Bool, screen: WidgetScreen? = nil, onFinding report: (Finding) throws -> Void
  ) throws -> CheckSummary {
    try withoutActuallyEscaping(report) { report in
      var check = StoreCheck(store: self, readData: readData, screen: screen, report: report)
      try check.run()
      return check.summary
    }
  }
}

/// One pass over a store.
struct StoreCheck {
  let store: Store
  let readData: Bool
  /// The screen whose archive limits renders are held against, if any.
  let screen: WidgetScreen?
  let report: (Finding) throws -> Void
  var summary = CheckSummary()

  var fileSystem: any FileSystem { store.fileSystem }
  var paths: StorePaths { store.paths }

  init(
    store: Store, readData: Bool, screen: WidgetScreen?,
    report: @escaping (Finding) throws -> Void
  ) {
    self.store = store
    self.readData = readData
    self.screen = screen
    self.report = report
  }

  mutating func run() throws {
    // Before the records, because rows are written after them: a row must have its record.
    try checkRows()
    let records = try checkRecords()
    try checkImages(records)
    try checkStaging()
  }

  mutating func found(
    _ code: Finding.Code, _ path: FilePath, _ message: String, recovery: String? = nil
  ) throws {
    switch code.severity {
    case .damage: summary.damages += 1
    case .note: summary.notes += 1
    }
    try report(Finding(code, path, message, recovery: recovery))
  }

  /// Checks every record, and returns which ones have the name of a record.
  private mutating func checkRecords() throws -> [RecordID] {
    var records: [RecordID] = []
    for name in try names(in: paths.photos) {
      let path = paths.photos.appending(name)
      guard let id = RecordID(fileName: name.string) else {
        try foundForeign(path)
        continue
      }
      records.append(id)
      summary.photos += 1
      try checkRecord(id, path)
    }
    return records
  }

  private mutating func checkRecord(_ id: RecordID, _ path: FilePath) throws {
    let record: PhotoRecord
    do throws(StoreError) { record = try store.record(id) } catch {
      return try found(
        .unreadableRecord, path, error.message,
        recovery: error.recovery ?? "Remove it and prepare the photo again.")
    }
    guard record.id == id else {
      return try found(
        .recordNameMismatch, path, "The record is about \(record.id).",
        recovery: "Give it back its own name.")
    }
    try checkConsistency(of: record, path)
    for file in record.preparation.allFiles { try checkFile(file) }
    try checkArchiveLimits(of: record)
  }

  private mutating func checkConsistency(of record: PhotoRecord, _ path: FilePath) throws {
    let preparation = record.preparation
    let names = StoredFileName.Role.allCases.map { StoredFileName($0, of: record.id) }
    if preparation.files.map(\.name) != names {
      try found(.recordInconsistent, path, "The record names files of another photo or family.")
    }
    if preparation.recipe.id != record.id.recipe {
      try found(
        .recordInconsistent, path,
        "The record's recipe has the name \(preparation.recipe.id), not \(record.id.recipe).")
    }
    let shown = RenderFamily.allCases.map { preparation.shownRender($0).name.description }
    let byHand = preparation.allFiles.dropFirst(names.count)
    if byHand.contains(where: { $0.name.record != record.id }) {
      try found(.recordInconsistent, path, "The record names manual renders of another photo.")
    }
    let image = record.image.smartPhoto
    if image?.masterFileName != names[0].description || image?.renderNames != shown {
      try found(
        .recordInconsistent, path, "The record shows other files than it says it was made of.")
    }
  }

  private mutating func checkImages(_ records: [RecordID]) throws {
    for name in try names(in: paths.images) {
      let path = paths.images.appending(name)
      guard let file = StoredFileName(name.string) else {
        try foundForeign(path)
        continue
      }
      if !records.containsSorted(file.record) {
        try found(
          .orphanImage, path, "No record names this file.",
          recovery: "Prepare its photo again, or remove the file.")
      }
    }
  }

  /// Looks for what runs left behind; what a run that is under way has staged is its own.
  private mutating func checkStaging() throws {
    guard try !isBeingWritten() else { return }
    for name in try names(in: paths.journal) {
      try found(
        .unfinishedCommit, paths.journal.appending(name),
        "A run began a commit and did not end it.",
        recovery: "The next 'photoprep prep' ends it.")
    }
    for run in try names(in: paths.staging) {
      let folder = paths.staging.appending(run)
      let isFolder = try fileSystem.status(of: folder, followingLinks: false)?.kind == .directory
      for file in isFolder ? try names(in: folder).map(folder.appending) : [folder] {
        try found(
          .strayStagedFile, file, "A run staged this file and did not commit it.",
          recovery: "The next 'photoprep prep' removes it.")
      }
    }
  }

  private func isBeingWritten() throws -> Bool {
    if store.access == .write { return true }
    guard try fileSystem.status(of: paths.lock, followingLinks: false) != nil else { return false }
    return try fileSystem.lock(at: paths.lock).isHeldElsewhere()
  }

  private mutating func foundForeign(_ path: FilePath) throws {
    try found(.foreignFile, path, "This software did not make this file, and leaves it alone.")
  }

  /// The names in a folder; none when the folder is not there.
  func names(in folder: FilePath) throws -> [FilePath.Component] {
    guard try fileSystem.status(of: folder, followingLinks: true) != nil else { return [] }
    return try filing { () throws(SystemError) in try fileSystem.list(folder) }
  }
}

extension SmartPhotoSpec {
  /// The names of the renders from small to large, empty where there is none.
  fileprivate var renderNames: [String] {
    [variants[.small], variants[.medium], variants[.large]].map { $0?.renderFileName ?? "" }
  }
}

extension [RecordID] {
  /// Whether a sorted list has an element; O(log *n*).
  fileprivate func containsSorted(_ id: RecordID) -> Bool {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if self[middle] == id { return true }
      range = self[middle] < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }
}
