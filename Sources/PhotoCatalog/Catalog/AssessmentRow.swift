import Foundation
import GRDB
import PhotoStore

/// An assessment of a photo as the catalog stores it.
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

  /// Returns the assessment of a photo by one version of the rules, if there is one.
  static func find(
    _ photo: PhotoID, _ version: Int, in database: Database
  ) throws -> AssessmentRow? {
    try readable("WHERE photo = ? AND version = ?", [photo, version], in: database).first
  }

  /// Writes the row and replaces one by other rules; one by the same rules stays, so that making a choice again gives
  /// the same result (decision 0808).
  func save(in database: Database) throws {
    if try Self.find(photo, version, in: database) == nil { try insert(database) }
  }

  /// Returns up to a thousand rows after a photo, in the order of photos.
  static func page(after photo: PhotoID?, in database: Database) throws -> [AssessmentRow] {
    try readable(
      "WHERE photo > ? ORDER BY photo LIMIT 1000", [photo?.description ?? ""], in: database)
  }
}
