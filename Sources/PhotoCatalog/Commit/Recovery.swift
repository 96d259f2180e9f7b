import PhotoStore
import SystemFiles
import SystemPackage

/// What opening a store for writing found left behind and put right.
public struct RecoveryReport: Hashable, Sendable {
  /// Commits that a run had written down and not ended, and that are ended now.
  public var commitsEnded = 0
  /// Files that a run had staged and not committed, and that are removed now.
  public var stagedFilesRemoved = 0
  /// Records that had no row, or an older one.
  public var rowsWritten = 0
  /// Rows whose records are gone.
  public var rowsRemoved = 0

  /// Whether nothing was left behind.
  public var isClean: Bool { self == RecoveryReport() }

  /// Makes the report of a store where nothing was left behind.
  public init() {}
}

/// Puts a store right after runs that were cut off; only for a run that holds the store alone.
struct Recovery {
  let steps: CommitSteps
  private var fileSystem: any FileSystem { steps.fileSystem }
  private var paths: StorePaths { steps.paths }

  init(_ steps: CommitSteps) { self.steps = steps }

  func run(catalogIsNew: Bool) throws(StoreError) -> RecoveryReport {
    var report = RecoveryReport()
    let commits = try filing { () throws(SystemError) in
      try fileSystem.list(paths.journal).map(paths.journal.appending)
    }
    let intents = try commits.map { (commit) throws(StoreError) in try intent(commit) }
    // What no commit needs goes first: it may free the space that ending a commit takes.
    let needed = Set(intents.compactMap { $0?.run })
    report.stagedFilesRemoved += try removeStaging { !needed.contains($0) }
    for (commit, intent) in zip(commits, intents) {
      if let intent {
        report.rowsWritten += try steps.end(intent, isRecovering: true)
        report.commitsEnded += 1
      }
      // One that was cut off while being written never began.
      try filing { () throws(SystemError) in try fileSystem.removeFile(at: commit) }
    }
    report.stagedFilesRemoved += try removeStaging { _ in true }
    try removeUnfinishedCatalogs()
    // What was written down names every record that may lack its row, so that only a catalog that
    // knows nothing has to be held against all records.
    if catalogIsNew { try Reconciliation(steps).run(&report) }
    return report
  }

  /// Removes catalogs that were being made anew and never took their place.
  private func removeUnfinishedCatalogs() throws(StoreError) {
    try filing { () throws(SystemError) in
      for name in try fileSystem.list(paths.privateFolder)
      where name.string.hasPrefix(StorePaths.newCatalogPrefix) {
        try fileSystem.removeFile(at: paths.privateFolder.appending(name))
      }
    }
  }

  /// Reads a commit that was written down; `nil` when it was cut off.
  private func intent(_ commit: FilePath) throws(StoreError) -> CommitIntent? {
    let contents = try filing { () throws(SystemError) in
      try fileSystem.readFile(
        at: commit, limit: PhotoContainer.documentByteLimit, followingLinks: false)
    }
    return CommitIntent(bytes: contents.bytes)
  }

  private func removeStaging(of isGone: (String) -> Bool) throws(StoreError) -> Int {
    let runs = try filing { () throws(SystemError) in try fileSystem.list(paths.staging) }
    var count = 0
    for run in runs where isGone(run.string) { count += try remove(paths.staging.appending(run)) }
    return count
  }

  /// Removes a run's staging folder and returns how many files were in it.
  private func remove(_ run: FilePath) throws(StoreError) -> Int {
    try filing { () throws(SystemError) in
      let isFolder = try fileSystem.status(of: run, followingLinks: false)?.kind == .directory
      let count = isFolder ? try fileSystem.list(run).count : 1
      try fileSystem.removeTree(at: run)
      return count
    }
  }
}
