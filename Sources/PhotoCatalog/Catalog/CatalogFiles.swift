import PhotoStore
import SystemFiles
import SystemPackage

/// The files that SQLite opens with a catalog, checked before it does.
///
/// SQLite acts on files beside a database: a journal can name a file to be removed, and a log holds pages of its own.
/// Opening those that another program left would carry out what that program wrote (decision 0328).
struct CatalogFiles {
  /// The suffixes of the files that SQLite keeps beside a database.
  static let suffixes = ["", "-journal", "-wal", "-shm"]

  private let fileSystem: any FileSystem
  private let paths: StorePaths

  init(_ fileSystem: any FileSystem, _ paths: StorePaths) {
    (self.fileSystem, self.paths) = (fileSystem, paths)
  }

  func isThere() throws -> Bool {
    try fileSystem.has(paths.catalog)
  }

  /// Opens the catalog; `nil` when the file is not a catalog of this version, or is empty or missing.
  ///
  /// - Throws: `catalog` when the files are not this program's; SQLite's errors.
  func open(for access: Catalog.Access) throws -> Catalog? {
    if let objection = try objection() {
      throw PhotoprepError(
        .catalog, path: paths.catalog.string, message: "The catalog is not used: \(objection).",
        remedy: "Make it again from the records with 'photoprep store rebuild'.")
    }
    return try Catalog(path: paths.catalog, for: access)
  }

  /// Why this program cannot have written the files; `nil` when it can.
  func objection() throws -> String? {
    let folder = try fileSystem.status(of: paths.privateFolder, followingLinks: false)
    for suffix in Self.suffixes {
      let file = FilePath(paths.catalog.string + suffix)
      guard let status = try fileSystem.status(of: file, followingLinks: false) else { continue }
      let name = suffix.isEmpty ? "it" : "'\(file.lastComponent?.string ?? "")' beside it"
      if status.kind != .regular { return "\(name) is \(status.kind.phrase)" }
      if !isTrusted(status.owner, folder?.owner) { return "\(name) belongs to another user" }
      // A second name would let a transaction here change a file elsewhere.
      if status.nameCount > 1 { return "\(name) has another name elsewhere" }
      switch suffix {
      case "":
        if let objection = try objection(toHeader: file) { return objection }
      case "-journal":
        if try namesAnotherFile(file) { return "\(name) names another file" }
      default: return "\(name) is of no catalog"
      }
    }
    return nil
  }

  /// Whether a file's owner is trusted: this user, the superuser, and for the superuser the store's owner.
  private func isTrusted(_ owner: UInt32, _ storeOwner: UInt32?) -> Bool {
    let user = FileStatus.currentUser
    return owner == user || owner == 0 || (user == 0 && owner == storeOwner)
  }

  /// Offsets in the header of the application's number and of the file format's versions; sqlite.org/fileformat2.html,
  /// 1.3.
  private enum Header {
    static let length = 100
    static let formats = 18...19
    /// The version for rollback journals; 2 means write-ahead logs.
    static let rollback: UInt8 = 1
    static let application = 68..<72
  }

  private func objection(toHeader file: FilePath) throws -> String? {
    let header = try fileSystem.readPrefix(of: file, count: Header.length)
    // A shorter file is empty or not a database, which SQLite reports itself.
    guard header.count == Header.length else { return nil }
    if header[Header.formats].contains(where: { $0 > Header.rollback }) {
      return "it has a write-ahead log, which no catalog has"
    }
    // Catalogs made before the number was written have 0.
    let application = header[Header.application].reduce(0) { $0 << 8 | Int($1) }
    return [0, Catalog.applicationID].contains(application) ? nil : "another program made it"
  }

  /// The end of a journal that names a super-journal, which SQLite removes with it; sqlite.org/fileformat2.html, 3,
  /// and `readSuperJournal` in its pager.c.
  private static let journalMagic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  /// Whether a journal names another file; a catalog's never does, as a catalog is never attached to another database.
  private func namesAnotherFile(_ journal: FilePath) throws -> Bool {
    do {
      return try fileSystem.readSuffix(of: journal, count: Self.journalMagic.count)
        == Self.journalMagic
    } catch {
      guard error.code == .notFound else { throw error }
      // Another process's transaction ended meanwhile.
      return false
    }
  }
}
