import Foundation
import GRDB
import PhotoStore

/// A document that says which files are in use, as the catalog stores it.
struct DocumentRow: CatalogRow {
  static let databaseTableName = "document"
  static let schema = """
    CREATE TABLE document (
      id INTEGER PRIMARY KEY,
      root BLOB NOT NULL,
      path BLOB NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      digest TEXT NOT NULL,
      UNIQUE (root, path)
    ) STRICT
    """

  /// The row's number; `nil` before it is written.
  let id: Int64?
  let root, path: Data
  let size: Int
  let modified, changed, inode: Int64
  let digest: ContentDigest
}

/// A file that a document names.
struct ReferenceRow: CatalogRow {
  static let databaseTableName = "reference"
  static let schema = """
    CREATE TABLE reference (
      document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
      name TEXT NOT NULL,
      isNamed INTEGER NOT NULL,
      PRIMARY KEY (document, name)
    ) STRICT, WITHOUT ROWID
    """

  /// The document's number.
  let document: Int64
  let name: String
  /// Whether the name is certainly a file's: see ``NamedFile/isCertain``.
  let isNamed: Bool
}
