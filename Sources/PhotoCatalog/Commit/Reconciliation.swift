import PhotoStore
import SystemFiles

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
    guard let record = try? steps.read(steps.paths.record(id)), record.id == id else { return nil }
    return record
  }
}
