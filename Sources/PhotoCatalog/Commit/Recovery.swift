import PhotoStore
import SystemFiles
package import SystemPackage

/// What opening a store for writing found left behind and repaired.
package struct RecoveryReport: Hashable, Sendable {
  /// Commits that an earlier run began and that were ended now.
  package var commitsEnded = 0
  /// Commits that an earlier run began, that cannot be ended and that were set aside now.
  package var commitsSetAside = 0
  /// Where in the trash records are that could not be read and that an ended commit replaced.
  package var unreadableRecords: [FilePath] = []
  /// Records that had no row, or an older one.
  package var rowsWritten = 0
  /// Rows whose records are gone.
  package var rowsRemoved = 0

  package init() {}
}

/// Repairs a store after runs that were cut off; only for a run that holds the store alone.
struct Recovery {
  let steps: CommitSteps
  private var fileSystem: any FileSystem { steps.fileSystem }
  private var paths: StorePaths { steps.paths }

  func run() throws -> RecoveryReport {
    var report = RecoveryReport()
    let commits = try begunCommits()
    // Files that no commit needs are removed first: that may free the space that ending a commit takes.
    let needed = Set(commits.filter { !$0.isCutOff }.map(\.name.run))
    try removeStaging { !needed.contains($0) }
    var stuck: [(commit: BegunCommit, reason: PhotoprepError)] = []
    for commit in commits {
      do {
        if let intent = try commit.intent.get() {
          report.rowsWritten += try steps.end(intent, isRecovering: true) {
            report.unreadableRecords.append($0)
          }
          report.commitsEnded += 1
        }
      } catch let error as PhotoprepError where error.isLasting {
        stuck.append((commit, error))
        continue
      }
      let list = paths.journal.appending(commit.name.description)
      try fileSystem.removeFile(at: list)
    }
    // Last, as other commits of the same run may have needed its staged files.
    for (commit, reason) in stuck { try setAside(commit.name, because: reason) }
    report.commitsSetAside = stuck.count
    try removeStaging { _ in true }
    try removeUnfinishedCatalogs()
    // The lists of commits name every record that may lack its row. So all records are compared only with a new
    // catalog, or after a commit that ended halfway.
    if steps.catalog.isNew || !stuck.isEmpty { try Reconciliation(steps).run(&report) }
    return report
  }

  /// Sets a commit that cannot be ended aside, with its run's staged files, and writes the reason beside it.
  ///
  /// The list is moved last: after a crash in between, the next run finds it and the files that it lists.
  private func setAside(_ commit: CommitName, because reason: PhotoprepError) throws {
    let folder = paths.aside.appending(commit.run)
    for path in [paths.aside, folder] { try fileSystem.createDirectory(at: path) }
    let staged = paths.staging.appending(commit.run)
    if try fileSystem.status(of: staged, followingLinks: false)?.kind == .directory {
      for name in try fileSystem.list(staged) {
        try fileSystem.rename(staged.appending(name), to: folder.appending(name))
      }
    }
    let file = folder.appending(StorePaths.reasonFile)
    if try !fileSystem.has(file) {
      try fileSystem.createFile(at: file, bytes: Array("\(reason)\n".utf8))
    }
    for path in [folder, paths.aside, paths.privateFolder] {
      try fileSystem.syncDirectory(at: path)
    }
    let name = commit.description
    try fileSystem.rename(paths.journal.appending(name), to: folder.appending(name))
    for path in [folder, paths.journal] { try fileSystem.syncDirectory(at: path) }
  }

  private func removeUnfinishedCatalogs() throws {
    for name in try fileSystem.list(paths.privateFolder)
    where name.string.hasPrefix(StorePaths.newCatalogPrefix) {
      try fileSystem.removeTree(at: paths.privateFolder.appending(name))
    }
  }

  /// A commit whose list is written and that has not ended.
  private struct BegunCommit {
    let name: CommitName
    /// Its list, or why that cannot be read; `nil` when writing the list was cut off, so that the commit never began.
    let intent: Result<CommitIntent?, PhotoprepError>

    var isCutOff: Bool { if case .success(nil) = intent { true } else { false } }
  }

  /// Reads the lists of commits, and skips files that this software did not make.
  ///
  /// - Throws: `store-too-new` when a newer version wrote one, before anything is changed.
  private func begunCommits() throws -> [BegunCommit] {
    let lists = try fileSystem.list(paths.journal).map(paths.journal.appending)
    var commits: [BegunCommit] = []
    for list in lists {
      guard let name = try fileSystem.commitName(of: list) else { continue }
      let bytes = try fileSystem.readDocument(at: list)
      let intent = Result { () throws(PhotoprepError) in
        try CommitIntent(bytes: bytes, of: name.run, path: list)
      }
      if case .failure(let error) = intent, error.code == .storeTooNew { throw error }
      commits.append(BegunCommit(name: name, intent: intent))
    }
    return commits
  }

  private func removeStaging(of isGone: (String) -> Bool) throws {
    for run in try fileSystem.list(paths.staging) where isGone(run.string) {
      let folder = paths.staging.appending(run)
      if try fileSystem.mayBeInUseByApp(folder, at: steps.environment.clock()) { continue }
      try fileSystem.removeTree(at: folder)
    }
  }
}

extension PhotoprepError {
  /// Whether a commit fails in the same way however often it is tried: its staged files are damaged, or something is
  /// in the way of its renames.
  ///
  /// Any other failure, such as a full disk or missing rights, may be gone at the next attempt.
  fileprivate var isLasting: Bool {
    [
      .notFound, .exists, .notADirectory, .isADirectory, .notEmpty, .notARegularFile, .tooLarge,
      .nameRefused, .nameTooLong, .unreadableDocument,
    ].contains(code)
  }
}

/// Brings the catalog's rows in line with the records, reading only the records that changed.
///
/// Only for a run that holds the store alone.
struct Reconciliation {
  let steps: CommitSteps
  private let keepGoing: () -> Bool

  /// How many rows are written in one transaction; our choice.
  static let batchSize = 1000

  /// Makes a reconciliation; `keepGoing` is called before each record.
  init(_ steps: CommitSteps, while keepGoing: @escaping () -> Bool = { true }) {
    (self.steps, self.keepGoing) = (steps, keepGoing)
  }

  func run(_ report: inout RecoveryReport) throws {
    var changes = Changes()
    let walk = RecordWalk(fileSystem: steps.fileSystem, paths: steps.paths, catalog: steps.catalog)
    try walk.run { step in
      guard keepGoing() else { throw PhotoprepError.interrupted(steps.paths.container) }
      compare(step, &changes)
      if changes.count >= Self.batchSize { try write(&changes, &report) }
    }
    try write(&changes, &report)
  }

  private struct Changes {
    var rows: [PhotoRow] = []
    var stale: [RecordID] = []
    var count: Int { rows.count + stale.count }
  }

  private func compare(_ step: RecordWalk.Step, _ changes: inout Changes) {
    let stamp = step.status.map(RecordStamp.init)
    if let stamp, stamp == step.row?.stamp { return }
    if let stamp, let record = readable(step.id) {
      changes.rows.append(PhotoRow(record, stamp: stamp))
    } else if step.row != nil {
      changes.stale.append(step.id)
    }
  }

  private func write(_ changes: inout Changes, _ report: inout RecoveryReport) throws {
    if changes.count == 0 { return }
    let batch = changes
    try steps.catalog.write { database in
      for row in batch.rows { try row.save(in: database) }
      for id in batch.stale { try PhotoRow.delete(id, in: database) }
    }
    report.rowsWritten += batch.rows.count
    report.rowsRemoved += batch.stale.count
    changes = Changes()
  }

  /// Reads a record under its own name; one that cannot be read has no row, and `check` reports it.
  private func readable(_ id: RecordID) -> PhotoRecord? {
    let record = try? steps.fileSystem.record(at: steps.paths.record(id))
    return record?.id == id ? record : nil
  }
}
