import PhotoStore
import SystemFiles
import SystemPackage

/// Keeps what was read of documents in the catalog, so that the next run does not read them again.
///
/// The catalog is an index: what cannot be written now is read again by the next run. A run that
/// only looks writes nothing but this, and that only when there is much of it (decision 0308).
struct DocumentKeeper {
  /// How many documents are written at a time, and the fewest a run that only looks writes; ours:
  /// reading 256 documents again costs less than a tenth of a second.
  static let batchSize = 256

  private let store: Store
  private var rows: [DocumentRow] = []
  /// `nil` when the catalog cannot be written, or not yet opened for it.
  private var catalog: Catalog?
  private var isUsable: Bool

  init(_ store: Store) {
    self.store = store
    isUsable = store.catalog != nil
    if store.access != .read { catalog = store.catalog }
  }

  /// Takes a document that was read.
  mutating func take(_ row: DocumentRow) {
    guard isUsable else { return }
    rows.append(row)
    if rows.count >= Self.batchSize { write() }
  }

  /// Writes what is left, and forgets documents that are gone.
  mutating func finish(_ roots: [ReferenceRoot]) {
    if store.access == .alone {
      write()
      if isUsable { for root in roots { try? forgetGone(root) } }
    }
    if store.access == .read { catalog?.close() }
    isUsable = false
  }

  private mutating func write() {
    // A reader's own connection cannot write.
    if catalog == nil {
      catalog = try? Catalog(path: store.paths.catalog, for: .write)
    }
    let batch = rows
    rows = []
    do {
      guard let catalog else {
        isUsable = false
        return
      }
      try catalog.write { database in for row in batch { try row.save(in: database) } }
    } catch { isUsable = false }
  }

  private func forgetGone(_ root: ReferenceRoot) throws {
    guard let catalog else { return }
    try forEachPage(after: [], place: \.self) { last in
      try catalog.read { database in
        try DocumentRow.page(root: root.key, after: last, limit: 1000, in: database)
      }
    } visit: { page in
      let gone = try page.filter { path in
        let place = FilePath(bytes: root.folder.bytes + [0x2F] + path)
        return try store.fileSystem.status(of: place, followingLinks: false) == nil
      }
      if !gone.isEmpty {
        try catalog.write { database in
          for path in gone { try DocumentRow.delete(root: root.key, path: path, in: database) }
        }
      }
    }
  }
}
