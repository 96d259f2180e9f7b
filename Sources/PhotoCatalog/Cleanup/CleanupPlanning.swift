import Foundation
import PhotoStore
import SystemFiles
import SystemPackage

/// The steps from a store to a plan.
struct CleanupPlanning {
  let store: Store
  let options: CleanupOptions
  let report: (PhotoprepError) throws -> Void

  private var roots: [ReferenceRoot] {
    ReferenceRoot.all(of: store.paths, and: options.designFolders)
  }

  func plan() throws -> CleanupPlan {
    let now = store.environment.clock()
    let cutoff = now.addingTimeInterval(-options.gracePeriod).nanoseconds
    // Documents first: what changes in them from here on is noticed.
    var scan = ReferenceScan(store, into: ReferenceIndex(), report)
    let documents = try scan.run(over: roots)
    var survey = CleanupSurvey(store, knowing: scan.index, report)
    try survey.lookAtRecords()
    try refuse(problems: survey.problemCount + scan.problemCount, documents: scan.documentCount)
    try survey.lookAtImages(takesAppFiles: scan.hasPreferences)
    let trash = try TrashList(of: store) { file, status in
      if options.chosen != nil { return .stays }
      if try survey.isNeeded(file), try !store.fileSystem.has(file.place(in: store.paths)) {
        return .needed
      }
      return file.fate(status, at: now)
    }
    if let chosen = options.chosen {
      if !options.sparesUsed { try refuseUsed(chosen, scan.index) }
    } else {
      try refuseHalfImports(survey, trash, cutoff)
    }
    var summary = CleanupSummary()
    (summary.documents, summary.foreign) = (scan.documentCount, survey.foreignCount)
    summary.referenced = survey.used
    var plan = CleanupPlan(
      summary: summary, options: options,
      files: survey.plan(cutoff: cutoff, chosen: options.chosen),
      trash: trash, documents: documents, paths: store.paths)
    plan.forEachEvent { summary.count($0) }
    plan.summary = summary
    return plan
  }

  private func refuse(problems: Int, documents: Int) throws {
    if problems > 0 { throw PhotoprepError.unreadable(problems, store.path) }
    if documents == 0 && !options.allowsUnreferenced {
      throw PhotoprepError(
        .cleanupRefused, path: store.path.string,
        message:
          "No design, album or pin says what is in use, so every image would count as unused; "
          + "nothing was removed.",
        remedy:
          "A store that nothing uses yet needs no cleaning. Where designs elsewhere use it, name their folders "
          + "with '--designs'; '--allow-unreferenced' cleans all the same.")
    }
  }

  private func refuseUsed(_ chosen: Set<RecordID>, _ index: ReferenceIndex) throws {
    for id in chosen.sorted() where index.uses(id) {
      let source = try? store.record(id).preparation.sources.first
      throw PhotoprepError.inUse(
        source.map { "\($0.description.displayText) (\(id))" } ?? "\(id)",
        by: index.documents(naming: store.imageNames(of: id)), store.path)
    }
  }

  /// Refuses when a design that is new names an image that is not there: an import may be under way.
  private func refuseHalfImports(
    _ survey: CleanupSurvey, _ trash: TrashList, _ cutoff: Int64
  ) throws {
    let missing = try survey.index.young(since: cutoff).first { name, _ in
      let path = store.paths.images.appending(name)
      let key = NamedFile.key(name)
      return try !store.fileSystem.has(path)
        && !store.fileSystem.has(store.paths.images.appending(key))
        && !survey.mayHaveSpelling(key) && !trash.returns(to: path)
    }
    if let missing {
      throw PhotoprepError(
        .cleanupRefused, path: store.path.string,
        message:
          "\(missing.document), which changed less than \(Int(options.gracePeriod)) s ago, names '\(missing.name)', which "
          + "is not there: an import may be under way; nothing was removed.",
        remedy: "Wait for the import, or restore the file; '--grace 0' skips this check.")
    }
  }
}

extension Store {
  /// The names of a prepared photo's files, also where its record cannot be read.
  func imageNames(of id: RecordID) -> [String] {
    let record = try? record(id)
    let files = record?.preparation.recipe.fileNames(of: id) ?? StoredFileName.all(of: id)
    return files.map(\.description) + (record?.otherFileNames ?? [])
  }
}

extension PhotoprepError {
  static func inUse(_ name: String, by documents: [String], _ store: FilePath) -> PhotoprepError {
    let shown =
      documents.prefix(3).joined(separator: ", ")
      + (documents.count > 3 ? " and \(documents.count - 3) more" : "")
    return PhotoprepError(
      .inUse, path: store.string, message: "\(name) is in use by \(shown); nothing was removed.",
      remedy: "Take it out there first: 'photoprep album remove' for an album, 'photoprep store "
        + "unpin' for a pin, the app for its designs.")
  }

  fileprivate static func unreadable(_ count: Int, _ store: FilePath) -> PhotoprepError {
    PhotoprepError(
      .cleanupRefused, path: store.string,
      message: "Documents that cannot be read: \(count). What they name would count as unused, so "
        + "nothing was removed.",
      remedy: "Restore them from a backup, or do what is advised for each.")
  }
}
