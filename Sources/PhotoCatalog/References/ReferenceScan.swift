import Foundation
import PhotoStore
import SystemFiles
import SystemPackage

/// Reads every document of a store that says which files are in use; the catalog has the contents of those that did
/// not change.
struct ReferenceScan {
  let fileSystem: any FileSystem
  let paths: StorePaths
  let catalog: Catalog?
  let now: Date
  private let propertyLists: any PropertyListReader
  /// The result.
  let index: ReferenceIndex
  let report: (PhotoprepError) throws -> Void

  private var keeper: DocumentKeeper
  private var digester = DocumentsDigest.Maker()
  /// How many documents were visited.
  private(set) var documentCount = 0
  /// How many cannot be read.
  private(set) var problemCount = 0
  /// Whether the preferences of the published app say which files are in use.
  private(set) var hasPreferences = false

  /// How many documents are looked up together; our choice: one lookup takes as long as reading a few documents.
  private static let batchSize = 512

  init(
    _ store: Store, into index: ReferenceIndex, _ report: @escaping (PhotoprepError) throws -> Void
  ) {
    (fileSystem, paths, catalog) = (store.fileSystem, store.paths, store.catalog)
    now = store.environment.clock()
    propertyLists = store.environment.propertyLists
    (self.index, self.report) = (index, report)
    keeper = DocumentKeeper(store)
  }

  /// Reads all documents below some roots, and the pins.
  ///
  /// - Returns: The digest of their state. A change after a document was visited shows in the next digest.
  mutating func run(over roots: [ReferenceRoot]) throws -> DocumentsDigest {
    for root in roots { try scan(root) }
    try FolderNames.forEach(in: paths.pins, of: fileSystem) { name in
      digester.add(name)
      guard !name.isHidden else { return }
      documentCount += 1
      index.add(
        Referrer(place: nil, container: paths.container, modified: nil),
        names: [NamedFile(name: name.string, isCertain: true)])
    }
    keeper.finish(roots)
    return digester.finish()
  }

  /// A document and its status.
  private struct Place {
    let path: FilePath
    /// The document's path below its root, as bytes.
    let relative: [UInt8]
    let status: FileStatus
  }

  private mutating func scan(_ root: ReferenceRoot) throws {
    let status = try fileSystem.status(of: root.folder, followingLinks: true)
    guard status != nil || root.isRequired else { return }
    let length = root.folder.bytes.count
    let folders = Locked<[FilePath]>([])
    var walk = root.walk(in: fileSystem) { path in folders.withLock { $0.append(path) } }
    var batch: [Place] = []
    while let entry = walk.next() {
      switch entry {
      case .file(let path, let status):
        let relative = Array(path.bytes.dropFirst(length).drop { $0 == 0x2F })
        batch.append(Place(path: path, relative: relative, status: status))
      case .unreadable(_, let error): try found(error)
      }
      if batch.count == Self.batchSize { try take(&batch, of: root) }
    }
    try take(&batch, of: root)
    for folder in folders.withLock({ $0 }) {
      try found(
        PhotoprepError(
          .unreadableDocument, path: folder.string,
          message: "This is a folder with the name of a document; what that named would count as "
            + "unused.",
          remedy: "Restore the document from a backup, or give the folder another name."))
    }
    if walk.skipped.symbolicLinks + walk.skipped.special > 0 {
      try found(
        PhotoprepError(
          .unreadableDocument, path: root.folder.string,
          message:
            "The folder holds \(walk.skipped.symbolicLinks) symbolic links and \(walk.skipped.special) "
            + "FIFOs, sockets or devices, which are not read; what they name would count as unused.",
          remedy: "Replace them by the documents, or move them out of the folder."))
    }
    if walk.skipped.inCloud > 0 {
      try found(
        PhotoprepError(
          .unreadableDocument, path: root.folder.string,
          message:
            "Files of the folder that iCloud keeps and that are not downloaded: \(walk.skipped.inCloud). What "
            + "they name would count as unused.",
          remedy: "Download them, in the Finder for example."))
    }
  }

  private mutating func take(_ batch: inout [Place], of root: ReferenceRoot) throws {
    // Without the catalog, every document is read.
    let known = try? catalog?.read { database in
      try batch.map { try KnownDocument.find(root: root.key, path: $0.relative, in: database) }
    }
    for (index, place) in batch.enumerated() {
      digester.add(place.path, place.status)
      try take(place, of: root, known: known?[index])
    }
    batch.removeAll(keepingCapacity: true)
  }

  private mutating func take(_ place: Place, of root: ReferenceRoot, known: KnownDocument?) throws {
    let name = place.path.lastComponent?.string ?? ""
    if root.kind == .preferences, root.isForeign(name) { return }
    do {
      let row = try row(of: place, in: root, known: known)
      guard let names = row.names else { return }
      documentCount += 1
      if root.kind == .preferences { hasPreferences = true }
      let document = Referrer(
        place: place.path, container: paths.container,
        modified: root.kind == .designs ? place.status.modified : nil)
      index.add(document, names: names)
    } catch let error as PhotoprepError {
      if error.code == .unreadableDocument, root.isForeign(name) { return }
      try found(error)
    }
  }

  /// Returns the names in a document, from the catalog or from the file.
  private mutating func row(
    of place: Place, in root: ReferenceRoot, known: KnownDocument?
  ) throws -> KnownDocument {
    if let known, known.row.isUnchanged(place.status) { return known }
    let contents = try fileSystem.readFile(
      at: place.path, limit: PhotoContainer.documentByteLimit, followingLinks: false)
    let digest = ContentDigest(of: contents.bytes)
    let names =
      known?.row.digest == digest
      ? known?.names
      : try root.names(in: contents.bytes, path: place.path.string, readBy: propertyLists)
    let read = KnownDocument(
      row: DocumentRow(root: root.key, path: place.relative, contents.status, digest), names: names)
    if !contents.status.isRacy(at: now) { keeper.take(read) }
    return read
  }

  private mutating func found(_ error: PhotoprepError) throws {
    problemCount += 1
    try report(error.advised)
  }
}
