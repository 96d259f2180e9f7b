import GRDB
import PhotoStore
import SystemFiles
import SystemPackage

/// The differences between a rebuilt catalog and the old one.
package struct RebuildReport: Hashable, Sendable {
  package internal(set) var rows = 0
  package internal(set) var added = 0
  package internal(set) var changed = 0
  package internal(set) var removed = 0

  package var isSame: Bool { added + changed + removed == 0 }
}

/// Makes a store's catalog again from the records, beside the old one, and replaces that in one step.
///
/// The old catalog's observations of the files that photos were read from are kept, which saves reading them again,
/// and so are the times of renewals and the assessments. If the catalog was missing or damaged, opening the store has
/// made it again, and there is nothing to keep.
package struct CatalogRebuild: StoreWork {
  let store: Store

  package init(of store: Store) { self.store = store }

  /// Makes the catalog again, unless `keepGoing`, asked before each record, returns `false`; the store is closed
  /// afterwards.
  ///
  /// - Throws: `not-open-for-writing` unless the store is open alone; `interrupted`.
  package func run(while keepGoing: @escaping () -> Bool = { true }) throws -> RebuildReport {
    let old = try store.requireAlone()
    guard case .onDisk = store.environment.catalog else {
      try fill(old, while: keepGoing)
      return try RebuildReport(from: old, to: old)
    }
    if old.isNew {
      let rows = store.recovery.rowsWritten
      try store.close()
      return RebuildReport(rows: rows, added: rows)
    }
    let place = paths.privateFolder.appending(
      "\(StorePaths.newCatalogPrefix)\(store.environment.run).sqlite")
    guard let new = try Catalog(path: place, for: .make) else {
      throw PhotoprepError.catalogUnusable(place, reason: "a new one is not usable")
    }
    do { try fill(new, while: keepGoing) } catch {
      new.close()
      // If this fails, the next run that is alone removes it.
      try? fileSystem.removeFile(at: place)
      throw error
    }
    try new.takeSources(of: old)
    try new.takeRenewals(of: old)
    try new.takeAssessments(of: old)
    let report = try RebuildReport(from: old, to: new)
    new.close()
    old.close()
    // A closed catalog has no journal; one left over would be applied to the new catalog.
    let journal = paths.privateFolder.appending("catalog.sqlite-journal")
    if try fileSystem.has(journal) {
      throw PhotoprepError.catalogUnusable(paths.catalog, reason: "its journal is still there")
    }
    try fileSystem.rename(place, to: paths.catalog)
    try fileSystem.syncDirectory(at: paths.privateFolder)
    try store.close()
    return report
  }

  private func fill(_ catalog: Catalog, while keepGoing: @escaping () -> Bool) throws {
    var recovery = RecoveryReport()
    let steps = CommitSteps(store.environment, paths, catalog)
    try Reconciliation(steps, while: keepGoing).run(&recovery)
  }
}

extension Catalog {
  fileprivate func takeRenewals(of other: Catalog) throws {
    try Pages.forEach(after: RecordID?.none, place: \.id) { last in
      try other.nextRows(after: last)
    } visit: { rows in
      try write { database in
        for row in rows where row.renewedAt > 0 {
          try PhotoRow.renew(row.id, at: row.renewedAt, in: database)
        }
      }
    }
  }

  fileprivate func nextRows(after id: RecordID?) throws -> [PhotoRow] {
    try read { try PhotoRow.page(after: id, in: $0) }
  }
}

extension RebuildReport {
  fileprivate init(from old: Catalog, to new: Catalog) throws {
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
