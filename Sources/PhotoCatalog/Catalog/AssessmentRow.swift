import Foundation
import GRDB
import PhotoStore

/// What a photo was judged as, as the catalog remembers it.
struct AssessmentRow: CatalogRow {
  static let databaseTableName = "assessment"
  static let schema = """
    CREATE TABLE assessment (
      photo TEXT NOT NULL PRIMARY KEY,
      version INTEGER NOT NULL,
      facts BLOB NOT NULL
    ) STRICT, WITHOUT ROWID
    """
  static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

  let photo: PhotoID
  let version: Int
  let facts: Data
}

extension AssessmentRow {
  /// Returns what a photo was judged as by rules of a version, if it was.
  static func find(
    _ photo: PhotoID, _ version: Int, in database: Database
  ) throws -> AssessmentRow? {
    try readable("WHERE photo = ? AND version = ?", [photo, version], in: database).first
  }

  /// Writes the row in place of one by other rules; one by the same rules stays, so that a choice that is made again
  /// finds what it found (decision 0808).
  func save(in database: Database) throws {
    if try Self.find(photo, version, in: database) == nil { try insert(database) }
  }

  /// Returns up to a thousand rows behind a photo, in the order of photos.
  static func page(after photo: PhotoID?, in database: Database) throws -> [AssessmentRow] {
    try readable(
      "WHERE photo > ? ORDER BY photo LIMIT 1000", [photo?.description ?? ""], in: database)
  }
}
