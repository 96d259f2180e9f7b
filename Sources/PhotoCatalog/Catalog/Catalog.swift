import CSQLite
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
  /// The file, for errors.
  let path: String
  /// Whether opening made the tables, which are empty then.
  let isNew: Bool

  /// What a catalog is opened for.
  enum Access {
    /// Reading an existing catalog.
    case read
    /// Writing into an existing catalog.
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

  /// Makes an empty catalog in memory.
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

  /// Runs reads on one state of the catalog.
  func read<Value>(_ body: (Database) throws -> Value) throws(PhotoprepError) -> Value {
    do { return try database.read(body) } catch { throw PhotoprepError(error, catalog: path) }
  }

  /// Runs one transaction, which keeps other writers out from its beginning.
  func write<Value>(_ body: (Database) throws -> Value) throws(PhotoprepError) -> Value {
    do { return try database.write(body) } catch { throw PhotoprepError(error, catalog: path) }
  }

  /// Closes the catalog; an error here is ignored, as everything is committed.
  func close() { try? database.close() }
}

extension Catalog {
  /// Copies what no record has from a catalog in which other tables differ, as far as it can be read, so that the next
  /// run need not read every photo's bytes.
  func takeMemories(ofFormer path: FilePath) {
    guard let other = Catalog(toCopy: path) else { return }
    defer { other.close() }
    guard (try? other.isSound()) == true else { return }
    if other.has(SourceObservation.self) { try? takeSources(of: other) }
    if other.has(AssessmentRow.self) { try? takeAssessments(of: other) }
  }

  /// Whether there is a table as this software makes it.
  private func has(_ table: any CatalogRow.Type) -> Bool {
    let text = try? read { database in
      try String.fetchOne(
        database, sql: "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?",
        arguments: [table.databaseTableName])
    }
    return text == table.schema
  }

  /// Copies another catalog's observations of the files that photos were read from.
  func takeSources(of other: Catalog) throws {
    try Pages.forEach(after: Data(), place: \.path) { last in
      try other.read { try SourceObservation.page(after: last, in: $0) }
    } visit: { rows in
      try write { database in for row in rows { try row.insert(database) } }
    }
  }

  /// Copies another catalog's assessments of photos.
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
