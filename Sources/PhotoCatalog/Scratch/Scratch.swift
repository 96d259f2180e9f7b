import GRDB
import PhotoStore

/// A database for the length of one call, for data that may not fit into memory.
///
/// SQLite keeps it in memory up to the size of its cache, then in an unnamed file in the folder for temporary files,
/// which disappears with the process. So nothing of it is written beside a store, and a store on a full disk can be
/// cleaned.
struct Scratch: Sendable {
  /// How much of the database is kept in memory, in KiB; our choice: the names of half a million files.
  static let cacheSize = 32 * 1024

  private let database: DatabaseQueue

  /// Makes an empty database with some tables.
  init(_ schema: String) throws {
    do {
      var configuration = Configuration()
      configuration.label = "scratch"
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA cache_size = -\(Self.cacheSize)")
        try database.execute(sql: "PRAGMA journal_mode = OFF")
        try database.execute(sql: "PRAGMA synchronous = OFF")
      }
      // An empty path makes SQLite use a temporary database.
      database = try DatabaseQueue(path: "", configuration: configuration)
      try database.write { try $0.execute(sql: schema) }
    } catch { throw Self.error(error) }
  }

  /// Runs reads and writes.
  func use<Value>(_ body: (Database) throws -> Value) throws(PhotoprepError) -> Value {
    do { return try database.write(body) } catch { throw Self.error(error) }
  }

  private static func error(_ error: any Error) -> PhotoprepError {
    if let error = error as? PhotoprepError { return error }
    return PhotoprepError(
      .scratch, path: "", message: "The database for temporary data did not answer: \(error).",
      remedy: "Free some space where temporary files are kept, or set TMPDIR.",
      detail: "\(error)")
  }
}
