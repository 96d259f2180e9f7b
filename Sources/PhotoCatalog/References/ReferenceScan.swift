import Foundation
import PhotoStore
import SystemFiles
import SystemPackage

/// A folder of documents that say which files are in use.
struct ReferenceRoot {
  /// What the documents in a folder are.
  enum Kind: Hashable {
    case designs
    case albums
    case preferences
    /// What an app keeps elsewhere in its container, such as a database: it keeps what it names, and nothing else.
    case others
  }

  let kind: Kind
  let folder: FilePath
  /// The catalog's key of the folder: its place inside the container, which stays valid when the container is moved,
  /// or its whole path.
  let key: String
  /// Whether the folder must be there.
  let isRequired: Bool
  /// Folders in it that are not looked into.
  private var apart: [FilePath] = []

  /// The roots of a store: its designs, its albums, the preferences and other documents of the app whose container it
  /// is, and the folders that a person named.
  static func all(of paths: StorePaths, and folders: [FilePath]) -> [ReferenceRoot] {
    func root(_ kind: Kind, _ folder: FilePath) -> ReferenceRoot {
      ReferenceRoot(kind: kind, folder: folder, key: paths.label(of: folder), isRequired: false)
    }
    let own = [
      root(.designs, paths.designs), root(.albums, paths.albums),
      root(.preferences, paths.preferences),
    ]
    let others = ReferenceRoot(
      kind: .others, folder: paths.container, key: "", isRequired: false,
      apart: own.map(\.folder) + [
        paths.images, paths.container.appending("Library").appending("Caches"),
      ])
    return own + [others]
      + folders.map { folder in
        ReferenceRoot(kind: .designs, folder: folder, key: folder.string, isRequired: true)
      }
  }

  /// The most bytes of a document: an app's database may have more than our own documents.
  var byteLimit: Int { kind == .others ? 512 * 1024 * 1024 : PhotoContainer.documentByteLimit }

  /// Whether a file that cannot be read as a document is, by its name, a person's notes rather than a damaged
  /// document.
  func isForeign(_ name: String) -> Bool {
    kind == .others || !name.hasEnding(kind == .preferences ? ".plist" : ".json")
  }

  /// Whether a file may say which files are in use; elsewhere in a container all but records, media, logs, and our pages
  /// and packages, as apps choose the endings of their databases and lists.
  fileprivate func reads(_ file: FilePath) -> Bool {
    let name = file.lastComponent?.string ?? ""
    return switch kind {
    case .designs, .albums, .preferences: true
    case .others:
      RecordID(fileName: name) == nil
        && !Self.otherEndings.contains(file.extension?.lowercased() ?? "")
    }
  }

  private static let otherEndings: Set = [
    "jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "gif", "tif", "tiff", "bmp", "ktx",
    "mov", "mp4", "m4v", "m4a", "mp3", "aac", "wav", "caf", "pdf", "ttf", "otf", "zip", "log",
    "html", "wwdesign",
  ]

  /// A walk over the files that may be documents; `visit` gets each folder that has a document's name, which is walked
  /// like any other.
  func walk(
    in fileSystem: any FileSystem, onFolder visit: @escaping (FilePath) -> Void = { _ in }
  ) -> FileWalk {
    FileWalk(
      [folder],
      passingOver: { path, _ in
        if path != folder, !isForeign(path.lastComponent?.string ?? "") { visit(path) }
        return apart.contains(path)
      },
      // Where Core Data keeps the larger values of a database: `.NAME_SUPPORT/_EXTERNAL_DATA`.
      entering: { kind == .others && $0.string.hasSuffix("_SUPPORT") },
      taking: reads, readAhead: FolderEntries.standardReadAhead, in: fileSystem)
  }

  /// Reads the files that a document in this folder names; notes keep photos that they name.
  func names(
    in bytes: [UInt8], path: String, readBy reader: any PropertyListReader
  ) throws -> NamesInDocument {
    do {
      switch kind {
      case .designs: return try ReferenceDocument.names(ofDesign: bytes, path: path)
      case .albums: return try ReferenceDocument.names(ofAlbum: bytes, path: path)
      case .preferences where !isForeign(path):
        return try ReferenceDocument.names(ofPreferences: bytes, path: path, readBy: reader)
      case .preferences, .others: break
      }
    } catch is PhotoprepError where isForeign(path) {}
    return ReferenceDocument.names(ofNotes: bytes, readBy: reader)
  }
}

extension ReferenceRoot {
  /// A document of an app beside a store's images, such as its list of them.
  fileprivate init(amongImages file: FilePath, of paths: StorePaths) {
    self.init(kind: .others, folder: file, key: paths.label(of: file), isRequired: false)
  }
}

/// Reads every document of a store that says which files are in use; the catalog has the contents of those that did
/// not change.
struct ReferenceScan: StoreWork {
  let store: Store
  private let now: Date
  let index: ReferenceIndex
  private let report: (PhotoprepError) throws -> Void

  private var keeper: DocumentKeeper
  private var digester = DocumentsDigest()
  private(set) var documentCount = 0
  private(set) var problemCount = 0
  /// Whether the preferences of the published app say which files are in use.
  private(set) var hasPreferences = false

  /// How many documents are looked up together; our choice: one lookup takes as long as reading a few documents.
  private static let batchSize = 512

  init(
    _ store: Store, into index: ReferenceIndex, _ report: @escaping (PhotoprepError) throws -> Void
  ) {
    (self.store, self.index, self.report) = (store, index, report)
    now = store.environment.clock()
    keeper = DocumentKeeper(store)
  }

  /// Reads all documents below some roots, those among the images, and the pins.
  ///
  /// - Returns: The digest of their state but that of those among the images. A change after a document was visited
  ///   shows in the next digest.
  mutating func run(over roots: [ReferenceRoot]) throws -> [UInt8] {
    for root in roots { try scan(root) }
    try FolderNames.forEach(in: store.paths.pins, of: fileSystem) { name in
      digester.add(name)
      guard !name.isHidden else { return }
      documentCount += 1
      index.add(
        Referrer(label: Pins.label, modified: nil),
        names: [NamedFile(name: name.string, isCertain: true)])
    }
    keeper.finish(roots)
    let digest = digester.finish()
    try scanAmongImages()
    return digest
  }

  /// Reads the documents of an app beside a store's images, such as its list of them; folders there are not looked into.
  private mutating func scanAmongImages() throws {
    let paths = store.paths
    try FolderNames.forEach(in: paths.images, of: fileSystem) { name in
      guard !name.isHidden, ImageFileKind(name.string) == .foreign else { return }
      let file = paths.images.appending(name)
      let root = ReferenceRoot(amongImages: file, of: paths)
      if root.reads(file), try fileSystem.hasFile(at: file) { try scan(root) }
    }
  }

  private struct Place {
    let path: FilePath
    /// The document's path below its root, as bytes.
    let relative: [UInt8]
    let status: FileStatus
  }

  /// Reads the documents of a folder, or a document.
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
      case .unreadable(_, let error): try found(error, in: root)
      }
      if batch.count == Self.batchSize { try take(&batch, of: root) }
    }
    try take(&batch, of: root)
    if root.kind == .others { return }
    func note(_ message: String, at path: FilePath, _ remedy: String) throws {
      let path = path.string
      try found(
        PhotoprepError(.unreadableDocument, path: path, message: message, remedy: remedy), in: root)
    }
    for folder in folders.withLock({ $0 }) {
      try note(
        "This is a folder with the name of a document; what that named would count as unused.",
        at: folder, "Restore the document from a backup, or give the folder another name.")
    }
    let skipped = walk.skipped
    if skipped.symbolicLinks + skipped.special > 0 {
      try note(
        "The folder holds \(skipped.symbolicLinks) symbolic links and \(skipped.special) FIFOs, "
          + "sockets or devices, which are not read; what they name would count as unused.",
        at: root.folder, "Replace them with the documents, or move them out of the folder.")
    }
    if skipped.inCloud > 0 {
      try note(
        "Files in this folder that are only in iCloud: \(skipped.inCloud). "
          + "What they name would count as unused.",
        at: root.folder, "Download them, in the Finder for example.")
    }
  }

  private mutating func take(_ batch: inout [Place], of root: ReferenceRoot) throws {
    // Without the catalog, every document is read.
    let known = try? store.catalog?.read { database in
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
    do {
      let row = try row(of: place, in: root, known: known)
      if row.names.showsUnused {
        documentCount += 1
        if root.kind == .preferences { hasPreferences = true }
      }
      let document = Referrer(
        label: store.paths.label(of: place.path),
        modified: root.kind == .designs ? place.status.modified : nil)
      index.add(document, names: row.names.files)
    } catch let error as PhotoprepError {
      if error.code == .unreadableDocument, root.isForeign(name) { return }
      try found(error, in: root)
    }
  }

  /// Returns the names in a document, from the catalog or from the file.
  private mutating func row(
    of place: Place, in root: ReferenceRoot, known: KnownDocument?
  ) throws -> KnownDocument {
    if let known, known.row.isUnchanged(place.status) { return known }
    if root.kind == .others {
      // Pictures of other apps are not read.
      let start = try fileSystem.readPrefix(of: place.path, count: PictureFormat.beginningLength)
      if PictureFormat(beginning: start) != nil {
        let row = DocumentRow(
          root: root.key, path: place.relative, place.status, ContentDigest(of: start))
        return KnownDocument(row: row, names: NamesInDocument(files: [], showsUnused: false))
      }
    }
    let contents = try fileSystem.readFile(
      at: place.path, limit: root.byteLimit, followingLinks: false)
    let digest = ContentDigest(of: contents.bytes)
    let names =
      if let known, known.row.digest == digest { known.names } else {
        try root.names(
          in: contents.bytes, path: place.path.string, readBy: store.environment.propertyLists)
      }
    let read = KnownDocument(
      row: DocumentRow(root: root.key, path: place.relative, contents.status, digest), names: names)
    if !contents.status.isRacy(at: now) { keeper.take(read) }
    return read
  }

  private mutating func found(_ error: PhotoprepError, in root: ReferenceRoot) throws {
    // An app removes the log of a database at any time.
    if root.kind == .others, error.code == .notFound { return }
    if root.kind == .others, [.permissionDenied, .tooLarge].contains(error.code) {
      return try report(
        PhotoprepError(
          .documentSkipped, path: error.path,
          message: error.message + " What it alone names counts as unused.",
          remedy: "Keep that with 'photoprep store pin PHOTO'."))
    }
    problemCount += 1
    try report(error.advised)
  }
}

extension PhotoprepError.Code {
  /// What may be a document of an app elsewhere in its container may not be read or is too large.
  fileprivate static let documentSkipped = Self("document-skipped")
}

extension PhotoprepError {
  var stopsCleanup: Bool { code != .documentSkipped }
}
