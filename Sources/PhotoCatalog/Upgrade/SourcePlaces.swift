import Foundation
import GRDB
package import PhotoStore
package import SystemPackage

/// Where photos are outside a store, for the length of one run.
///
/// The catalog knows files by their paths; this knows them by their photos. Whether a file still is
/// its photo shows only when it is read.
///
/// It is a database, as it may not fit into memory: SQLite keeps it in memory up to the size of its cache, then in an
/// unnamed file in the folder for temporary files, which disappears with the process. So nothing of it is written beside a
/// store, whose disk may be full.
package final class SourcePlaces: Sendable {
  /// How much of the database is kept in memory, in KiB; our choice: the names of half a million files.
  static let cacheSize = 32 * 1024

  private let database: DatabaseQueue

  /// Makes an empty list; every call may throw `scratch`.
  package init() throws {
    do {
      var configuration = Configuration()
      configuration.label = "scratch"
      configuration.prepareDatabase { database in
        try database.execute(
          sql: """
            PRAGMA cache_size = -\(Self.cacheSize); PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF
            """)
      }
      // An empty path makes SQLite use a temporary database.
      database = try DatabaseQueue(path: "", configuration: configuration)
      try database.write { database in
        try database.execute(
          sql: """
            CREATE TABLE place (
              photo TEXT NOT NULL, path BLOB NOT NULL, isUsed INTEGER NOT NULL DEFAULT 0,
              PRIMARY KEY (photo, path)
            ) WITHOUT ROWID
            """)
      }
    } catch { throw Self.error(error) }
  }

  /// Adds every file that the store's catalog remembers; none when it has no usable catalog.
  package func addAll(of store: Store) throws {
    guard let catalog = store.catalog else { return }
    try Pages.forEach(after: Data(), place: \.path) { last in
      try catalog.read { try SourceObservation.page(after: last, in: $0) }
    } visit: { rows in
      try insert(rows.map { (path: $0.path, photo: $0.photo) })
    }
  }

  package func add(_ path: FilePath, of photo: PhotoID) throws {
    try insert([(Data(path.bytes), photo)])
  }

  /// Returns where a photo is said to be, in the order of paths, and takes note that it was asked for.
  package func places(of photo: PhotoID) throws -> [FilePath] {
    let paths = try use { database in
      try database.cachedStatement(sql: "UPDATE place SET isUsed = 1 WHERE photo = ?")
        .execute(arguments: [photo])
      return try Data.fetchAll(
        database.cachedStatement(sql: "SELECT path FROM place WHERE photo = ? ORDER BY path"),
        arguments: [photo])
    }
    return paths.map { FilePath(bytes: Array($0)) }
  }

  /// Visits the places of photos that were not asked for, in the order of paths.
  package func forEachUnused(_ visit: (FilePath) throws -> Void) throws {
    try Pages.forEach(after: Data(), place: \.self) { last in
      try use { database in
        try Data.fetchAll(
          database,
          sql: "SELECT path FROM place WHERE NOT isUsed AND path > ? ORDER BY path LIMIT 1000",
          arguments: [last])
      }
    } visit: { paths in
      for path in paths { try visit(FilePath(bytes: Array(path))) }
    }
  }

  private func insert(_ places: [(path: Data, photo: PhotoID)]) throws {
    try use { database in
      let insert = try database.cachedStatement(
        sql: "INSERT OR IGNORE INTO place (photo, path) VALUES (?,?)")
      for place in places { try insert.execute(arguments: [place.photo, place.path]) }
    }
  }

  private func use<Value>(_ body: (Database) throws -> Value) throws(PhotoprepError) -> Value {
    do { return try database.write(body) } catch { throw Self.error(error) }
  }

  private static func error(_ error: any Error) -> PhotoprepError {
    if let error = error as? PhotoprepError { return error }
    return PhotoprepError(
      .scratch, path: "", message: "The database for temporary data did not answer: \(error).",
      remedy: "Free some space where temporary files are kept, or set TMPDIR.", detail: "\(error)")
  }
}
