import PhotoStore
import SystemFiles

/// Walks the records of a store and the catalog's rows side by side, in the order of their names.
///
/// Memory holds one batch of names and one page of rows, whatever the size of the store.
struct RecordWalk {
  /// How many records are looked at between two looks at the rows; ours.
  static let batchSize = 1000

  /// One record, or one row, or both.
  struct Step {
    let id: RecordID
    /// Whether the folder of records has this record.
    let isRecordListed: Bool
    /// The record's row, if it has one.
    let row: RowBrief?
  }

  let fileSystem: any FileSystem
  let paths: StorePaths
  let catalog: Catalog?

  /// Visits every name that the folder of records, the catalog or both have.
  ///
  /// - Parameter visit: Called once a name. It may change the catalog.
  /// - Throws: `catalog`; the codes of file calls; what `visit` throws.
  func run(_ visit: (Step) throws -> Void) throws {
    // A reader may find an App Group container that has lost an empty folder on its way here.
    let isThere = try fileSystem.status(of: paths.photos, followingLinks: true) != nil
    var records = isThere ? try RecordNames(paths.photos, fileSystem) : nil
    var batch: [RecordID] = []
    var last: RecordID?
    while let id = try records?.next() {
      batch.append(id)
      guard batch.count == Self.batchSize else { continue }
      try merge(batch, after: last, through: id, visit)
      (last, batch) = (id, [])
    }
    try merge(batch, after: last, through: nil, visit)
  }

  private func merge(
    _ records: [RecordID], after first: RecordID?, through last: RecordID?,
    _ visit: (Step) throws -> Void
  ) throws {
    var records = records[...]
    var first = first
    while let catalog {
      let page = try catalog.read { database in
        try RowBrief.page(after: first, through: last, limit: Self.batchSize, in: database)
      }
      for row in page {
        while let id = records.first, id < row.id {
          try visit(Step(id: records.removeFirst(), isRecordListed: true, row: nil))
        }
        let isListed = records.first == row.id
        if isListed { records.removeFirst() }
        try visit(Step(id: row.id, isRecordListed: isListed, row: row))
      }
      if page.count < Self.batchSize { break }
      first = page.last?.id
    }
    for id in records { try visit(Step(id: id, isRecordListed: true, row: nil)) }
  }
}
