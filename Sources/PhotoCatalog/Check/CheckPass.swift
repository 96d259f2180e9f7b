package import PhotoGeometry
import PhotoStore
import SystemFiles
package import SystemPackage

struct CheckPass: StoreWork {
  let check: StoreCheck
  let index = ReferenceIndex()
  let trash: TrashList
  let keepGoing: () -> Bool
  let report: (Finding) throws -> Void
  var summary = CheckSummary()
  var damages = DamageList()
  /// The files that each photo with hand work shows; such photos are few.
  var shownByHand: [RecordID: Set<String>] = [:]
  /// The recipes of the photo whose records are being looked at.
  var siblings: [(id: RecordID, recipe: Recipe)] = []
  /// Whether an app's preferences say which of its images are in use; if not, a cleanup leaves its images alone.
  var hasPreferences = false
  /// The files of commits that a run began and did not end: the next run gives them their places and records.
  private var begun: Set<FilePath> = []

  var store: Store { check.store }

  init(
    _ check: StoreCheck, while keepGoing: @escaping () -> Bool,
    _ report: @escaping (Finding) throws -> Void
  ) throws {
    (self.check, self.keepGoing, self.report) = (check, keepGoing, report)
    trash = try TrashList(of: check.store) { _, _ in .stays }
  }

  mutating func run() throws {
    begun = try filesOfCommits()
    try checkRows()
    try checkRecords()
    try reportDamages()
    try checkDocuments()
    try checkImages()
    try checkReferences()
    try checkAlbums()
    try checkTrash()
    try checkStaging()
    try checkSetAside()
  }

  mutating func found(
    _ code: Finding.Code, _ path: FilePath, _ message: String, remedy: String? = nil
  ) throws {
    switch code.severity {
    case .damage: summary.damages += 1
    case .note: summary.notes += 1
    }
    try report(Finding(code, path, message, remedy: remedy))
  }

  private mutating func checkRecords() throws {
    try FolderNames.forEach(in: paths.photos, of: fileSystem) { name in
      let path = paths.photos.appending(name)
      guard keepGoing() else { throw PhotoprepError.interrupted(store.path) }
      guard let id = RecordID(fileName: name.string) else { return try foundForeign(path) }
      summary.photos += 1
      try checkRecord(id, path)
    }
    try reportOlderCrops()
  }

  private mutating func checkRecord(_ id: RecordID, _ path: FilePath) throws {
    let record: PhotoRecord
    do { record = try store.record(id) } catch {
      return try found(
        .unreadableRecord, path, error.message,
        remedy: error.remedy ?? "Move it out of its folder and prepare the photo again.")
    }
    guard record.id == id else {
      return try found(
        .recordNameMismatch, path, "The record is about \(record.id).",
        remedy: "Give it back its own name.")
    }
    try checkConsistency(of: record, path)
    for file in record.preparation.allFiles { try checkFile(file, of: id) }
    try checkArchiveLimits(of: record)
    try noteGeneration(of: record)
    noteHandWork(of: record)
    let others = record.otherFileNames
    let known = Set(record.preparation.allFiles.map(\.name.description))
    for name in others where !known.contains(name) { try checkFile(named: name, of: id) }
    let byHand = record.preparation.allFiles.map(\.name).filter(\.role.isByHand)
    index.add(claims: others + byHand.map(\.description), of: id)
  }

  private mutating func checkConsistency(of record: PhotoRecord, _ path: FilePath) throws {
    let preparation = record.preparation
    let names = preparation.recipe.fileNames(of: record.id)
    if preparation.files.map(\.name) != names {
      try found(.recordInconsistent, path, "The record names files of another photo or family.")
    }
    if preparation.recipe.id != record.id.recipe {
      try found(
        .recordInconsistent, path,
        "The record's recipe has the name \(preparation.recipe.id), not \(record.id.recipe).")
    }
    let shown = preparation.shownRenders.map(\.name.description)
    let byHand = preparation.allFiles.dropFirst(names.count)
    if byHand.contains(where: { $0.name.record != record.id }) {
      try found(.recordInconsistent, path, "The record names manual renders of another photo.")
    }
    let image = record.image.smartPhoto
    let isShown = zip(image?.renderNames(preparation.families) ?? [], shown).allSatisfy {
      name, usual in
      name == usual || ImageFileKind.isHandMade(name)
    }
    if image?.masterFileName != names[0].description || image == nil || !isShown {
      try found(
        .recordInconsistent, path, "The record shows other files than it says it was made of.")
    }
  }

  private mutating func checkImages() throws {
    try FolderNames.forEach(in: paths.images, of: fileSystem) { name in
      guard keepGoing() else { throw PhotoprepError.interrupted(store.path) }
      try checkImage(name)
    }
  }

  private mutating func checkImage(_ name: FilePath.Component) throws {
    let path = paths.images.appending(name)
    switch ImageFileKind(name.string) {
    case .foreign: try foundForeign(path)
    case .app where !hasPreferences:
      if !index.isNamed(name.string) { try foundForeign(path) }
    case .own, .app:
      if index.isNamed(name.string) {
        summary.designImages += 1
        try checkImported(name.string, at: path)
      } else if !begun.contains(path) {
        try found(
          .orphanImage, path, "Nothing names this file.",
          remedy: "'photoprep clean' moves it to the trash.")
      }
    case .prepared(let file):
      guard try !fileSystem.has(paths.record(file.record)) else {
        if !index.isReplaced(file) { return }
        return try found(
          .replacedRender, path, "A later framing by hand took this render's place.",
          remedy: "'photoprep clean' moves it to the trash when it is old enough.")
      }
      if begun.contains(path) { return }
      try found(
        .orphanImage, path, "No record names this file.",
        remedy: "Prepare its photo again"
          + (index.uses(file.record) ? "." : ", or let 'photoprep clean' move it to the trash."))
    }
  }

  /// The files that the lists of unfinished commits name, staged or in place; a list that cannot be read names none.
  private func filesOfCommits() throws -> Set<FilePath> {
    var files: Set<FilePath> = []
    for path in try fileSystem.names(in: paths.journal).map(paths.journal.appending) {
      guard let run = try fileSystem.commitName(of: path)?.run,
        let bytes = try? fileSystem.readDocument(at: path),
        let intent = try? CommitIntent(bytes: bytes, of: run, path: path)
      else { continue }
      files.formUnion(intent.images.map { paths.images.appending($0.name) })
      let staged = intent.images + intent.records + intent.albums + intent.designs
      files.formUnion(staged.map { paths.staging.appending(run).appending($0.staged) })
    }
    return files
  }

  /// Reports files that runs left behind; staged files of a running process do not count, nor those of a commit that is
  /// reported itself.
  private mutating func checkStaging() throws {
    if try store.access != .read || fileSystem.isLocked(at: paths.lock) { return }
    for path in try fileSystem.names(in: paths.journal).map(paths.journal.appending) {
      guard try fileSystem.commitName(of: path) != nil else {
        try foundForeign(path)
        continue
      }
      try found(
        .unfinishedCommit, path, "A run began a commit and did not end it.",
        remedy: "'photoprep store rebuild' completes it, or sets it aside if it cannot.")
    }
    for run in try fileSystem.names(in: paths.staging) {
      let folder = paths.staging.appending(run)
      if try fileSystem.mayBeInUseByApp(folder, at: store.environment.clock()) { continue }
      let isFolder = try fileSystem.status(of: folder, followingLinks: false)?.kind == .directory
      for file in isFolder ? try fileSystem.names(in: folder).map(folder.appending) : [folder]
      where !begun.contains(file) {
        try found(
          .strayStagedFile, file, "A run staged this file and did not commit it.",
          remedy: "'photoprep store rebuild' removes it.")
      }
    }
  }

  private mutating func checkSetAside() throws {
    for run in try fileSystem.names(in: paths.aside) {
      let folder = paths.aside.appending(run)
      let contents = try? fileSystem.readFile(
        at: folder.appending(StorePaths.reasonFile), limit: 65_536, followingLinks: false)
      let lines = String(decoding: contents?.bytes ?? [], as: UTF8.self).split(separator: "\n")
      let reason = lines.first.map { ": \($0)" } ?? "."
      try found(
        .setAsideCommit, folder, "A run began a commit that could not be ended\(reason)",
        remedy: "Prepare or import its photos, albums and designs again, then remove this folder.")
    }
  }

  private mutating func foundForeign(_ path: FilePath) throws {
    try found(.foreignFile, path, "This software did not make this file, and leaves it alone.")
  }
}

extension SmartPhotoSpec {
  fileprivate func renderNames(_ families: [RenderFamily]) -> [String] {
    families.map { variants[$0]?.renderFileName ?? "" }
  }
}

/// Compares the records, files and catalog of a store, and reports every difference.
///
/// Nothing is changed, and other processes may go on writing: their unfinished work shows as notes at most.
package struct StoreCheck {
  let store: Store
  let readData: Bool
  let designFolders: [FilePath]
  let screen: WidgetScreen?
  let generation: CropGeneration?

  /// Makes a check of an open store.
  ///
  /// With `readData` every file of a record, and every image that came in with a package, is read whole and its SHA-256
  /// compared; otherwise files are compared by size and by the dimensions in their headers. `screen` is the one whose
  /// archive limits every render must keep, if any; `generation` has the rules that choose crops today, `nil` to skip
  /// that check.
  package init(
    of store: Store, readData: Bool, designFolders: [FilePath] = [], screen: WidgetScreen? = nil,
    generation: CropGeneration? = nil
  ) {
    (self.store, self.readData, self.designFolders) = (store, readData, designFolders)
    (self.screen, self.generation) = (screen, generation)
  }

  /// Checks the store, and reports each finding as it is made.
  package func run(onFinding report: @escaping (Finding) throws -> Void) throws -> CheckSummary {
    try runKeepingDamages(report).summary
  }

  /// Checks the store, and also returns the damage that can be repaired; `keepGoing` is called before each record and
  /// image.
  func runKeepingDamages(
    while keepGoing: @escaping () -> Bool = { true }, _ report: @escaping (Finding) throws -> Void
  ) throws -> (summary: CheckSummary, damages: DamageList) {
    var pass = try CheckPass(self, while: keepGoing, report)
    try pass.run()
    return (pass.summary, pass.damages)
  }
}
