import Foundation
package import PhotoStore
import SystemFiles
import SystemPackage

extension Cleanup {
  /// Finds out which files nothing names any more, or whether chosen photos may go, and changes nothing
  /// but the catalog's index of documents; `report` gets every document and record that cannot be read.
  ///
  /// - Throws: `cleanup-refused` when any design, album, preferences or record cannot be read, when a design that
  ///   changed within the grace period names an image that is not there, or when nothing at all says what is in use;
  ///   `in-use` when something names a chosen photo.
  package func plan(
    onProblem report: @escaping (PhotoprepError) throws -> Void
  ) throws -> CleanupPlan {
    let now = store.environment.clock()
    let cutoff = now.addingTimeInterval(-options.gracePeriod).nanoseconds
    // Documents first: what changes in them from here on is noticed.
    var scan = ReferenceScan(store, into: ReferenceIndex(), report)
    let documents = try scan.run(
      over: ReferenceRoot.all(of: store.paths, and: options.designFolders))
    var survey = CleanupSurvey(store, knowing: scan.index, report)
    try survey.lookAtRecords()
    try survey.lookAtImages(takesAppFiles: scan.hasPreferences)
    try refuse(problems: survey.problemCount + scan.problemCount, documents: scan.documentCount)
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
    if problems > 0 {
      throw PhotoprepError(
        .cleanupRefused, path: store.path.string,
        message: "Documents that cannot be read: \(problems). What they name would count as "
          + "unused, so nothing was removed.",
        remedy: "Restore them from a backup, or do what is advised for each.")
    }
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

  /// How many photos in use a refusal names; ours, so that one command takes as many out as an album usually has.
  private static let namedPhotos = 50

  private func refuseUsed(_ chosen: Set<RecordID>, _ index: ReferenceIndex) throws {
    let used = chosen.sorted().filter(index.uses)
    guard let first = used.first else { return }
    let source = try? store.record(first).preparation.sources.first
    let name = source.map { "\($0.description.displayText) (\(first))" } ?? "\(first)"
    var documents: [String: [RecordID]] = [:]
    for id in used.prefix(Self.namedPhotos) {
      for document in index.documents(naming: store.imageNames(of: id)) {
        documents[document, default: []].append(id)
      }
    }
    let others = used.count == 1 ? "" : " and \(used.count - 1) more"
    throw PhotoprepError.inUse(name + others, isOne: used.count == 1, by: documents, store)
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
          "\(missing.document), which changed less than \(Int(options.gracePeriod)) s ago, names "
          + "'\(missing.name)', which is not there: an import may be under way; nothing was removed.",
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
  static func inUse(
    _ name: String, isOne: Bool, by documents: [String: [RecordID]], _ store: Store
  ) -> PhotoprepError {
    let named = documents.sorted { $0.key < $1.key }.prefix(3)
    let shown =
      named.map(\.key).joined(separator: ", ")
      + (documents.count > 3 ? " and \(documents.count - 3) more" : "")
    let albums = store.paths.label(of: store.paths.albums) + "/"
    let ways = named.map { document, ids in
      let ids = ids.map(\.description).joined(separator: " ")
      if document == Pins.label { return "'photoprep store unpin \(ids)'" }
      guard document.hasPrefix(albums) else { return "change \(document) in its app" }
      let album = ShellWord.quoted(String(document.dropFirst(albums.count)))
      return "'photoprep album remove \(album) \(ids)'"
    }
    return PhotoprepError(
      .inUse, path: store.path.string,
      message: "\(name) \(isOne ? "is" : "are") in use by \(shown); nothing was removed.",
      remedy:
        "Take \(isOne ? "it" : "them") out there first: \(ways.joined(separator: ", ")).")
  }
}

/// The files in a store's trash, and what to do with each.
struct TrashList {
  /// What becomes of a file in the trash.
  enum Fate {
    case stays
    /// It comes back, because something names it or a person asked.
    case needed
    /// It stays, and is noted to have been there for long enough.
    case over
    /// It goes for good.
    case expired
  }

  private var files: [(file: TrashedFile, size: Int, fate: Fate)] = []
  /// When the last file of each place was moved.
  private var newest: [FilePath: Int] = [:]
  /// The places of files that come back.
  private var returning: Set<FilePath> = []

  /// Reads the trash; of several files with the same name and place, only the one that was moved last can come back.
  init(of store: Store, _ fate: (TrashedFile, FileStatus) throws -> Fate) throws {
    let paths = store.paths
    var files: [(file: TrashedFile, size: Int, fate: Fate)] = []
    try TrashedFile.forEach(in: paths.trash, of: store.fileSystem) { file, _, status in
      files.append((file, status.size, try fate(file, status)))
    }
    for (file, _, _) in files {
      let place = file.place(in: paths)
      newest[place] = max(newest[place] ?? file.second, file.second)
    }
    self.files = files.map { file in
      let isLast = newest[file.file.place(in: paths)] == file.file.second
      return (file.file, file.size, file.fate == .needed && !isLast ? .stays : file.fate)
    }.sorted { $0.file.precedes($1.file) }
    returning = Set(self.files.filter { $0.fate == .needed }.map { $0.file.place(in: paths) })
  }

  func holds(_ place: FilePath) -> Bool { newest[place] != nil }

  func returns(to place: FilePath) -> Bool { returning.contains(place) }

  /// Visits the files with a fate and their sizes: images before records, so that a record that
  /// comes back finds its images.
  func forEach(_ fate: Fate, _ visit: (TrashedFile, Int) throws -> Void) rethrows {
    for file in files where file.fate == fate { try visit(file.file, file.size) }
  }

  /// The files with some fates and their sizes, as they go for good.
  ///
  /// Photo by photo, the record first, then all files of other names. So a record in the trash has
  /// all its files beside it.
  func goingForGood(_ fates: Set<Fate>) -> [(file: TrashedFile, size: Int)] {
    let going = files.filter { fates.contains($0.fate) }.map { ($0.file, $0.size) }
    return going.sorted { $0.0.goesBefore($1.0) }
  }
}

extension TrashedFile {
  /// How long after a cleanup saw that the trash kept a file long enough the file goes, in seconds: a
  /// day, in which a clock that is ahead may be set right.
  static let doubtTime = 86_400

  /// What becomes of the file when nothing needs it.
  ///
  /// It goes when the trash kept it long enough, and a cleanup a day before saw that as well and gave
  /// the file that time; one clock that is a week ahead ends nothing (decision 0307).
  func fate(_ status: FileStatus, at now: Date) -> TrashList.Fate {
    let end = second + Self.keepingTime
    let (now, seen) = (Int(now.timeIntervalSince1970), Int(status.modified / 1_000_000_000))
    if end > now { return .stays }
    return seen < end || seen > now ? .over : seen + Self.doubtTime <= now ? .expired : .stays
  }

  /// Photos before other files; of a photo, its record first.
  fileprivate func goesBefore(_ other: TrashedFile) -> Bool {
    let (mine, others) = (record?.fileName ?? "~", other.record?.fileName ?? "~")
    return mine == others ? other.precedes(self) : mine < others
  }

  /// Images before records, then names, then times.
  fileprivate func precedes(_ other: TrashedFile) -> Bool {
    (origin == .photos ? 1 : 0, name, second) < (
      other.origin == .photos ? 1 : 0, other.name, other.second
    )
  }
}
