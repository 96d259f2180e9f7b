import PhotoStore
import SystemFiles
import SystemPackage

extension CheckPass {
  /// Checks that every row has its record and every record its row.
  mutating func checkRows() throws {
    guard let catalog = store.catalog, try catalog.isSound() else {
      return try checkMissingCatalog()
    }
    let walk = RecordWalk(fileSystem: fileSystem, paths: paths, catalog: catalog)
    try walk.run { try compare($0) }
  }

  private mutating func compare(_ step: RecordWalk.Step) throws {
    let path = paths.record(step.id)
    // A run may have added or joined the record after the folder was read.
    let status = try fileSystem.status(of: path, followingLinks: false)
    let stamp = status.map(RecordStamp.init)
    guard let row = step.row else {
      let row = try store.catalog?.read { try PhotoRow.find(step.id, in: $0) }
      guard stamp != nil, row == nil else { return }
      return try found(
        .recordWithoutRow, path, "The catalog does not know this record.",
        remedy: "'photoprep store rebuild' adds it.")
    }
    guard let stamp else {
      if trash.holds(path) {
        return try found(
          .staleRow, path, "The catalog knows this record, which is in the trash.",
          remedy: "The next 'photoprep clean' corrects it.")
      }
      return try found(
        .rowWithoutRecord, path, "The catalog knows this record, and it is not there.",
        remedy: "Prepare the photo again, or forget it with 'photoprep store rebuild'.")
    }
    if stamp != row.stamp {
      try found(.staleRow, path, "The record changed after the catalog took it in.")
    }
  }

  /// Notes a catalog that exists and cannot be read.
  ///
  /// A missing one is not reported, as in a container that an app has written: the next run makes it from the records.
  private mutating func checkMissingCatalog() throws {
    if let failure = store.catalogFailure {
      return try found(
        .catalogUnusable, FilePath(failure.path), failure.message, remedy: failure.remedy)
    }
    if try fileSystem.status(of: paths.catalog, followingLinks: true) == nil { return }
    try found(
      .catalogUnusable, paths.catalog, "The catalog is damaged or has another version.",
      remedy: "'photoprep store rebuild' makes it again.")
  }
}
