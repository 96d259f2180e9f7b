import PhotoStore
import SystemFiles

/// Walks the records of a store and the catalog's rows side by side, in the order of their names.
///
/// Memory holds one batch of names and one page of rows, whatever the size of the store.
struct RecordWalk {
  /// How many records are read between two reads of rows; our choice.
  static let batchSize = 1000

  /// One record, or one row, or both.
  struct Step {
    let id: RecordID
    /// The status of the record's file; `nil` when the folder does not list it.
    let status: FileStatus?
    let row: PhotoRow?
  }

  let fileSystem: any FileSystem
  let paths: StorePaths
  let catalog: Catalog?

  /// Visits every name that is in the folder of records, in the catalog or in both; the visit may change the catalog.
  func run(_ visit: (Step) throws -> Void) throws {
    var batch: [Step] = []
    var last: RecordID?
    // An App Group container may have lost an empty folder when it was copied.
    try FolderEntries.forEach(in: paths.photos, of: fileSystem) { name, status in
      guard let id = RecordID(fileName: name.string) else { return }
      batch.append(Step(id: id, status: status, row: nil))
      guard batch.count == Self.batchSize else { return }
      try merge(batch, after: last, through: id, visit)
      (last, batch) = (id, [])
    }
    try merge(batch, after: last, through: nil, visit)
  }

  private func merge(
    _ records: [Step], after first: RecordID?, through last: RecordID?,
    _ visit: (Step) throws -> Void
  ) throws {
    var records = records[...]
    var first = first
    while let catalog {
      let page = try catalog.read { database in
        try PhotoRow.page(after: first, through: last, limit: Self.batchSize, in: database)
      }
      for row in page {
        while let record = records.first, record.id < row.id {
          records.removeFirst()
          try visit(record)
        }
        let listed = records.first?.id == row.id ? records.popFirst() : nil
        try visit(Step(id: row.id, status: listed?.status, row: row))
      }
      if page.count < Self.batchSize { break }
      first = page.last?.id
    }
    for record in records { try visit(record) }
  }
}
