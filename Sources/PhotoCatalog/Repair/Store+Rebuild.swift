import Foundation
import GRDB
import PhotoStore
import SystemFiles
import SystemPackage

/// How a catalog that was made again compares with the one before.
public struct RebuildReport: Hashable, Sendable {
  /// Rows in the new catalog.
  public internal(set) var rows = 0
  /// Rows that only the new catalog has.
  public internal(set) var added = 0
  /// Rows that differ.
  public internal(set) var changed = 0
  /// Rows that only the old catalog had.
  public internal(set) var removed = 0

  /// Whether the old catalog said the same.
  public var isSame: Bool { added + changed + removed == 0 }
}

extension Store {
  /// Makes the catalog again from the records, beside the old one, and puts it in its place in one
  /// step.
  ///
  /// What the old catalog knew about files that photos were read from is kept: it saves reading
  /// them again; so is when photos were last found prepared. Where there was none, or a damaged one,
  /// opening the store has made it again, and there is nothing to keep. The store is closed afterwards.
  ///
  /// - Parameter keepGoing: Asked before each record; `false` ends it there, and the old catalog
  ///   stays.
  /// - Returns: How the new catalog compares with the old one.
  /// - Throws: `not-open-for-writing` unless the store is open alone; `interrupted`; `catalog`; the
  ///   codes of file calls.
  public func rebuildCatalog(
    while keepGoing: @escaping () -> Bool = { true }
  ) throws -> RebuildReport {
    try requireAlone()
    let old = try requireWriting()
    guard case .onDisk = environment.catalog else {
      var recovery = RecoveryReport()
      try Reconciliation(CommitSteps(fileSystem, paths, old), while: keepGoing).run(&recovery)
      return try RebuildReport(from: old, to: old)
    }
    if old.isNew {
      let rows = recovery.rowsWritten
      try close()
      return RebuildReport(rows: rows, added: rows)
    }
    let place = paths.privateFolder.appending(
      "\(StorePaths.newCatalogPrefix)\(environment.run).sqlite")
    guard let new = try Catalog(path: place, for: .make) else {
      throw PhotoprepError.catalogUnusable(place, reason: "a new one is not usable")
    }
    do throws(PhotoprepError) {
      var recovery = RecoveryReport()
      try Reconciliation(CommitSteps(fileSystem, paths, new), while: keepGoing).run(&recovery)
    } catch {
      new.close()
      // What stays behind, the next run that is alone removes.
      try? fileSystem.removeFile(at: place)
      throw error
    }
    try new.takeSources(of: old)
    try new.takeRenewals(of: old)
    let report = try RebuildReport(from: old, to: new)
    new.close()
    old.close()
    // Closed, a catalog has no journal; one that is left would be taken for the new catalog's.
    let journal = paths.privateFolder.appending("catalog.sqlite-journal")
    if try fileSystem.status(of: journal, followingLinks: false) != nil {
      throw PhotoprepError.catalogUnusable(paths.catalog, reason: "its journal is still there")
    }
    try fileSystem.rename(place, to: paths.catalog)
    try fileSystem.syncDirectory(at: paths.privateFolder)
    try close()
    return report
  }
}

extension Catalog {
  /// Copies what another catalog knows about files that photos were read from, a page at a time.
  fileprivate func takeSources(of other: Catalog) throws(PhotoprepError) {
    try forEachPage(after: Data(), place: { $0["path"] }) { last throws(PhotoprepError) in
      try other.read { database in
        try Row.fetchAll(
          database, sql: "SELECT * FROM source WHERE path > ? ORDER BY path LIMIT 1000",
          arguments: [last])
      }
    } visit: { page throws(PhotoprepError) in
      try write { database in
        let statement = try database.cachedStatement(
          sql: "INSERT INTO source VALUES (?,?,?,?,?,?,?)")
        for row in page {
          try statement.execute(arguments: StatementArguments(row.databaseValues))
        }
      }
    }
  }

  /// Visits whole rows in the order of their names.
  fileprivate func nextRows(after id: RecordID?) throws(PhotoprepError) -> [PhotoRow] {
    try read { database in try PhotoRow.page(after: id, limit: 1000, in: database) }
  }
}

extension RebuildReport {
  /// Compares two catalogs, page by page.
  fileprivate init(from old: Catalog, to new: Catalog) throws(PhotoprepError) {
    var (left, right) = (try old.nextRows(after: nil)[...], try new.nextRows(after: nil)[...])
    while !left.isEmpty || !right.isEmpty {
      let (first, second) = (left.first, right.first)
      let isOld = second.map { other in first.map { $0.id <= other.id } ?? false } ?? true
      let isNew = first.map { other in second.map { $0.id <= other.id } ?? false } ?? true
      switch (isOld, isNew) {
      case (true, true): changed += first == second ? 0 : 1
      case (true, false): removed += 1
      case (false, _): added += 1
      }
      rows += isNew ? 1 : 0
      if isOld, let row = left.popFirst(), left.isEmpty {
        left = try old.nextRows(after: row.id)[...]
      }
      if isNew, let row = right.popFirst(), right.isEmpty {
        right = try new.nextRows(after: row.id)[...]
      }
    }
  }
}
