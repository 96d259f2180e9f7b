import Foundation
import HostPlatform
import SystemFiles
import SystemPackage

/// Stores the contents of documents in the catalog, so that the next run need not read them.
///
/// The catalog is an index: a document that cannot be stored now is read again by the next run. A run that only reads
/// the store writes nothing else, and this only when there are many documents (decision 0308).
struct DocumentKeeper {
  /// How many documents are written at a time, and the fewest that a read-only run writes; our choice: reading 256
  /// documents again takes less than a tenth of a second.
  static let batchSize = 256

  private let store: Store
  private var rows: [KnownDocument] = []
  /// `nil` when the catalog cannot be written, or is not yet open for it.
  private var catalog: Catalog?
  /// The lock that a read-only run holds while it writes.
  private var lock: (any FileLock)?
  private var isUsable: Bool

  init(_ store: Store) {
    self.store = store
    isUsable = store.catalog != nil
    if store.access != .read { catalog = store.catalog }
  }

  mutating func take(_ row: KnownDocument) {
    guard isUsable else { return }
    rows.append(row)
    if rows.count >= Self.batchSize { write() }
  }

  /// Writes the remaining documents, and removes those that are gone.
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
    let written: Void? = try? catalog?.write { database in
      for row in batch { try row.save(in: database) }
    }
    isUsable = written != nil
  }

  /// Opens the catalog for a reader, whose own connection cannot write, unless another process holds the store alone.
  private mutating func openForWriting() {
    guard let lock = try? store.fileSystem.lock(at: store.paths.lock),
      (try? lock.attempt(.shared)) == true
    else { return }
    self.lock = lock
    catalog = try? CatalogFiles(store.fileSystem, store.paths).open(for: .write)
  }

  private func forgetGone(_ root: ReferenceRoot) throws {
    guard let catalog else { return }
    try Pages.forEach(after: Data(), place: \.self) { last in
      try catalog.read { database in
        try KnownDocument.page(root: root.key, after: last, in: database)
      }
    } visit: { page in
      let gone = try page.filter { path in
        try !store.fileSystem.has(FilePath(bytes: root.folder.bytes + [0x2F] + path))
      }
      if gone.isEmpty { return }
      let key = Data(root.key.utf8)
      try catalog.write { database in
        for path in gone { try KnownDocument.delete(root: key, path: path, in: database) }
      }
    }
  }
}

/// Makes a digest of the state of all documents of a store, in the order of a walk over each root, and of its pins, to
/// detect changes.
struct DocumentsDigest {
  private var hash = SHA256()

  init() {}

  /// Takes the status of every document, without reading any.
  init(of roots: [ReferenceRoot], pins: FilePath, in fileSystem: any FileSystem) throws {
    for root in roots {
      guard try fileSystem.status(of: root.folder, followingLinks: true) != nil else { continue }
      for entry in root.walk(in: fileSystem) {
        if case .file(let path, let status) = entry { add(path, status) }
      }
    }
    try FolderNames.forEach(in: pins, of: fileSystem) { add($0) }
  }

  mutating func add(_ path: FilePath, _ status: FileStatus) {
    var bytes = path.bytes + [0]
    for number in [Int64(status.size), status.modified, status.changed] {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    hash.update(bytes)
  }

  mutating func add(_ pin: FilePath.Component) { hash.update(pin.bytes + [0]) }

  func finish() -> [UInt8] { hash.finalize() }
}
