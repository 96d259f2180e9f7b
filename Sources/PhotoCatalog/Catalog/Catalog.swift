import CCatalog
import Foundation
import GRDB
import PhotoStore
import SystemFiles
import SystemPackage

/// The index over records, in SQLite; it can be made again from the records at any time.
///
/// A rollback journal, not a write-ahead log, and full synchronisation: decision 0302.
struct Catalog: Sendable {
  /// The version of the tables, in the database's `user_version`; a catalog of another version is made again.
  static let schemaVersion = 6

  /// The database's `application_id`, which marks it as this program's: `phpr` in ASCII; our choice.
  static let applicationID = 0x7068_7072

  /// How long a call waits for another process's transaction, in seconds.
  ///
  /// Our choice: a transaction holds one batch of records, each written and synchronised; 60 s is an order
  /// of magnitude above what a slow disk needs for a hundred of them.
  static let busyTimeout = 60.0

  /// The tables, in the order in which they are made.
  private static var tables: [any CatalogRow.Type] {
    [
      AssessmentRow.self, DocumentRow.self, PhotoRow.self, ReferenceRow.self,
      SourceObservation.self,
    ]
  }

  let database: DatabaseQueue
  let path: String
  /// Whether opening made the tables, which are empty then.
  let isNew: Bool

  enum Access {
    case read
    case write
    /// Writing, and making the tables where there is no file, or an empty one.
    case make
  }

  /// Opens the catalog; `nil` when the file is not a catalog of this version, or is empty or missing.
  init?(path: FilePath, for access: Access) throws {
    self.path = path.string
    do {
      var configuration = Self.configuration
      configuration.readonly = access == .read
      database = try DatabaseQueue(path: path.string, configuration: configuration)
      switch try Self.state(of: database) {
      case .complete: isNew = false
      case .empty where access == .make:
        try Self.makeTables(in: database)
        isNew = true
      case .empty, .other: return nil
      }
    } catch let error as DatabaseError where error.isDamage {
      return nil
    } catch {
      throw PhotoprepError(error, catalog: path.string)
    }
  }

  /// Opens one of this version to copy tables from, of which others may differ; `nil` when it cannot be read.
  private init?(toCopy path: FilePath) {
    var configuration = Self.configuration
    configuration.readonly = true
    guard let database = try? DatabaseQueue(path: path.string, configuration: configuration),
      let version = try? database.read({ try Int.fetchOne($0, sql: "PRAGMA user_version") }),
      version == Self.schemaVersion
    else { return nil }
    (self.database, self.path, isNew) = (database, path.string, false)
  }

  init(inMemoryFor path: FilePath) throws {
    self.path = path.string
    do {
      database = try DatabaseQueue(configuration: Self.configuration)
      try Self.makeTables(in: database)
      isNew = true
    } catch {
      throw PhotoprepError(error, catalog: path.string)
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.label = "catalog"
    configuration.prepareDatabase { database in
      // Advice of sqlite.org/security.html for untrusted files.
      if let connection = database.sqliteConnection { _ = photoprep_set_defensive(connection) }
      // `fullfsync` is for macOS, whose `fsync` does not reach the device; elsewhere it does nothing.
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
          PRAGMA synchronous = FULL; PRAGMA fullfsync = ON
          """)
    }
    return configuration
  }

  /// What a file that SQLite opens holds.
  private enum State {
    /// The tables of this version.
    case complete
    /// Nothing at all; also a file of 0 bytes.
    case empty
    /// Tables of another version, or of another program.
    case other
  }

  private static func state(of database: DatabaseQueue) throws -> State {
    try database.read { database in
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      // SQLite's own indexes of keys have no text; a view, a trigger or another column has one that differs from ours.
      let texts = try String.fetchSet(
        database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
      guard version == schemaVersion, texts == Set(tables.map { $0.schema }) else {
        return version == 0 && texts.isEmpty ? .empty : .other
      }
      // Reads the first row of each table: damage there would stop every query.
      for table in tables {
        _ = try Row.fetchOne(database, sql: "SELECT * FROM \(table.databaseTableName) LIMIT 1")
      }
      return .complete
    }
  }

  private static func makeTables(in database: DatabaseQueue) throws {
    try database.write { database in
      for table in tables { try database.execute(sql: table.schema) }
      try database.execute(
        sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(schemaVersion)")
    }
  }

  /// Whether every page of the file is valid for SQLite, and every value has its column's type.
  ///
  /// O(*n*) for *n* rows, so call it only before visiting all rows anyway.
  ///
  /// - Throws: `catalog`; a damaged file is not an error here.
  func isSound() throws -> Bool {
    do {
      return try read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") } == "ok"
    } catch {
      guard error.code == .catalogDamaged else { throw error }
      return false
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(PhotoprepError) -> Value {
    do { return try database.read(body) } catch { throw PhotoprepError(error, catalog: path) }
  }

  /// Runs one transaction, which keeps other writers out from its beginning.
  func write<Value>(_ body: (Database) throws -> Value) throws(PhotoprepError) -> Value {
    do { return try database.write(body) } catch { throw PhotoprepError(error, catalog: path) }
  }

  /// Closes the catalog; an error here is ignored, as everything is committed.
  func close() { try? database.close() }

  /// Copies what no record has from a catalog in which other tables differ, as far as it can be read, so that the next
  /// run need not read every photo's bytes.
  func takeMemories(ofFormer path: FilePath) {
    guard let other = Catalog(toCopy: path) else { return }
    defer { other.close() }
    guard (try? other.isSound()) == true else { return }
    if other.has(SourceObservation.self) { try? takeSources(of: other) }
    if other.has(AssessmentRow.self) { try? takeAssessments(of: other) }
  }

  private func has(_ table: any CatalogRow.Type) -> Bool {
    let text = try? read { database in
      try String.fetchOne(
        database, sql: "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?",
        arguments: [table.databaseTableName])
    }
    return text == table.schema
  }

  func takeSources(of other: Catalog) throws {
    try Pages.forEach(after: Data(), place: \.path) { last in
      try other.read { try SourceObservation.page(after: last, in: $0) }
    } visit: { rows in
      try write { database in for row in rows { try row.insert(database) } }
    }
  }

  func takeAssessments(of other: Catalog) throws {
    try Pages.forEach(after: PhotoID?.none, place: \.photo) { last in
      try other.read { try AssessmentRow.page(after: last, in: $0) }
    } visit: { rows in
      try write { database in for row in rows { try row.insert(database) } }
    }
  }
}

extension DatabaseError {
  /// Whether the file is damaged or not a database.
  var isDamage: Bool {
    let code = resultCode.primaryResultCode
    return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB
  }
}

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
