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
    let runs = try filing { () throws(SystemError) in try fileSystem.list(paths.staging) }
    let commits = try filing { () throws(SystemError) in try fileSystem.list(paths.journal) }
    for name in commits where try end(paths.journal.appending(name)) { report.commitsEnded += 1 }
    for name in runs { report.stagedFilesRemoved += try remove(paths.staging.appending(name)) }
    // What was written down names every record that may lack its row, so that only a catalog that
    // knows nothing has to be held against all records.
    if catalogIsNew { try Reconciliation(steps).run(&report) }
    return report
  }

  /// Ends a commit that was written down; one that was cut off while being written never began.
  private func end(_ journal: FilePath) throws(StoreError) -> Bool {
    let contents = try filing { () throws(SystemError) in
      try fileSystem.readFile(
        at: journal, limit: PhotoContainer.documentByteLimit, followingLinks: false)
    }
    let intent = CommitIntent(bytes: contents.bytes)
    if let intent { try steps.end(intent, isRecovering: true) }
    try filing { () throws(SystemError) in try fileSystem.removeFile(at: journal) }
    return intent != nil
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
