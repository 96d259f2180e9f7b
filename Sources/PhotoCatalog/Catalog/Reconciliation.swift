import PhotoStore
import SystemFiles

/// Brings the catalog's rows in line with the records, reading only the records that changed.
///
/// Rows and records are walked side by side in the order of their names, so that memory holds one
/// page of either, whatever the size of the store; only for a run that holds the store alone.
struct Reconciliation {
  let steps: CommitSteps

  /// How many rows are compared, or records read, between two transactions; ours.
  static let pageSize = 1000

  init(_ steps: CommitSteps) { self.steps = steps }

  func run(_ report: inout RecoveryReport) throws(StoreError) {
    var records = try RecordNames(steps.paths.photos, steps.fileSystem)
    var next = try records.next()
    var last: RecordID?
    var isAtEnd = false
    while !isAtEnd {
      let page = try steps.catalog.read { database in
        try PhotoRow.page(after: last, limit: Self.pageSize, in: database)
      }
      isAtEnd = page.count < Self.pageSize
      last = page.last?.id ?? last
      var comparison = Comparison(rows: page)
      while let id = next, isAtEnd || last.map({ id <= $0 }) ?? true {
        try compare(id, &comparison, &report)
        next = try records.next()
      }
      try write(comparison.changed, removing: Array(comparison.stale.keys), &report)
    }
  }

  /// A page of rows, and what was found out about the records beside it.
  private struct Comparison {
    /// Rows whose records have not been seen yet.
    var stale: [RecordID: RecordStamp]
    /// Rows to write.
    var changed: [PhotoRow] = []

    init(rows: [(id: RecordID, stamp: RecordStamp)]) {
      stale = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.stamp) })
    }
  }

  private func compare(
    _ id: RecordID, _ comparison: inout Comparison, _ report: inout RecoveryReport
  ) throws(StoreError) {
    guard let status = try status(of: id) else { return }
    let stamp = RecordStamp(status)
    if comparison.stale[id] == stamp {
      comparison.stale[id] = nil
    } else if let record = readable(id) {
      comparison.stale[id] = nil
      comparison.changed.append(PhotoRow(record, stamp: stamp))
    }
    guard comparison.changed.count == Self.pageSize else { return }
    try write(comparison.changed, removing: [], &report)
    comparison.changed = []
  }

  private func write(
    _ rows: [PhotoRow], removing stale: [RecordID], _ report: inout RecoveryReport
  ) throws(StoreError) {
    if rows.isEmpty && stale.isEmpty { return }
    try steps.catalog.write { database in
      for row in rows { try row.save(in: database) }
      for id in stale { try PhotoRow.delete(id, in: database) }
    }
    report.rowsWritten += rows.count
    report.rowsRemoved += stale.count
  }

  private func status(of id: RecordID) throws(StoreError) -> FileStatus? {
    try filing { () throws(SystemError) in
      try steps.fileSystem.status(of: steps.paths.record(id), followingLinks: false)
    }
  }

  /// Reads a record under its own name; one that cannot be read has no row, and `check` names it.
  private func readable(_ id: RecordID) -> PhotoRecord? {
    guard let record = try? steps.read(steps.paths.record(id)), record.id == id else { return nil }
    return record
  }
}
