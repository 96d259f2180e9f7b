import PhotoStore
import SystemFiles
import SystemPackage

/// Keeps what was read of documents in the catalog, so that the next run does not read them again.
///
/// The catalog is an index: what cannot be written now is read again by the next run. A run that
/// only looks writes nothing but this, and that only when there is much of it (decision 0308).
struct DocumentKeeper {
  /// How many documents are written at a time, and the fewest a run that only looks writes; our choice:
  /// reading 256 documents again costs less than a tenth of a second.
  static let batchSize = 256

  private let store: Store
  private var rows: [KnownDocument] = []
  /// `nil` when the catalog cannot be written, or not yet opened for it.
  private var catalog: Catalog?
  /// What a run that only looks holds while it writes.
  private var lock: (any FileLock)?
  private var isUsable: Bool

  init(_ store: Store) {
    self.store = store
    isUsable = store.catalog != nil
    if store.access != .read { catalog = store.catalog }
  }

  /// Takes a document that was read.
  mutating func take(_ row: KnownDocument) {
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
    if store.access == .read {
      catalog?.close()
      try? lock?.unlock()
    }
    isUsable = false
  }

  private mutating func write() {
    if catalog == nil { openForWriting() }
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

  /// Opens the catalog for a reader, whose own connection cannot write, unless another process works on the
  /// store alone.
  private mutating func openForWriting() {
    guard let lock = try? store.fileSystem.lock(at: store.paths.lock),
      (try? lock.attempt(.shared)) == true
    else { return }
    self.lock = lock
    catalog = try? CatalogFiles(store.fileSystem, store.paths).open(for: .write)
  }

  private func forgetGone(_ root: ReferenceRoot) throws {
    guard let catalog else { return }
    try Pages.forEach(after: [], place: \.self) { last in
      try catalog.read { database in
        try KnownDocument.page(root: root.key, after: last, in: database)
      }
    } visit: { page in
      let gone = try page.filter { path in
        let place = FilePath(bytes: root.folder.bytes + [0x2F] + path)
        return try !store.fileSystem.has(place)
      }
      if !gone.isEmpty {
        try catalog.write { database in
          for path in gone { try KnownDocument.delete(root: root.key, path: path, in: database) }
        }
      }
    }
  }
}
