import PhotoStore
import SystemFiles

/// Brings the catalog's rows in line with the records, reading only the records that changed.
///
/// Rows and records are walked side by side in the order of their names, so that memory holds one
/// page of rows, whatever the size of the store; only for a run that holds the store alone.
struct Reconciliation {
  let steps: CommitSteps

  /// How many rows are compared, or records read, between two transactions; ours.
  static let pageSize = 1000

  init(_ steps: CommitSteps) { self.steps = steps }

  func run(_ report: inout RecoveryReport) throws(StoreError) {
    let names = try filing { () throws(SystemError) in
      try steps.fileSystem.list(steps.paths.photos)
    }
    var records = names.compactMap { RecordID(fileName: $0.string) }[...]
    var last: RecordID?
    var isAtEnd = false
    while !isAtEnd {
      let page = try steps.catalog.read { database in
        try PhotoRow.page(after: last, limit: Self.pageSize, in: database)
      }
      isAtEnd = page.count < Self.pageSize
      last = page.last?.id ?? last
      let batch = records.prefix { id in isAtEnd || last.map { id <= $0 } ?? true }
      records = records[batch.endIndex...]
      try compare(batch, with: page, &report)
    }
  }

  private func compare(
    _ records: some Sequence<RecordID>, with page: [(id: RecordID, stamp: RecordStamp)],
    _ report: inout RecoveryReport
  ) throws(StoreError) {
    var rows = Dictionary(uniqueKeysWithValues: page.map { ($0.id, $0.stamp) })
    var changed: [PhotoRow] = []
    for id in records {
      guard let status = try status(of: id) else { continue }
      let stamp = RecordStamp(status)
      if rows[id] == stamp {
        rows[id] = nil
      } else if let record = readable(id) {
        rows[id] = nil
        changed.append(PhotoRow(record, stamp: stamp))
      }
      if changed.count == Self.pageSize {
        try write(changed, removing: [], &report)
        changed = []
      }
    }
    try write(changed, removing: Array(rows.keys), &report)
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
