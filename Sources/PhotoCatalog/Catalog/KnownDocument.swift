import Foundation
import GRDB
import PhotoStore
import SystemFiles

/// The catalog's copy of a document, which is read again only after it changed: one row for the document, and one for
/// each file that it names.
struct KnownDocument {
  let row: DocumentRow
  let names: NamesInDocument

  /// A name that no file has, with how many names the document has beside it; the sign differs from that of a version
  /// that found fewer names.
  private static func mark(_ names: NamesInDocument) -> String {
    (names.showsUnused ? "/" : "//") + "=\(names.files.count)"
  }

  /// Finds a document, with one lookup in each of two indexes.
  static func find(root: String, path: [UInt8], in database: Database) throws -> KnownDocument? {
    let row = try DocumentRow.readable(
      "WHERE root = ? AND path = ?", [Data(root.utf8), Data(path)], in: database
    ).first
    guard let row else { return nil }
    let rows = try ReferenceRow.all("WHERE document = ?", [row.id], in: database)
    let all = rows.compactMap { row in
      row.map { NamedFile(name: $0.name, isCertain: $0.isNamed) }
    }
    let marks = all.map(\.name).filter { $0.hasPrefix("/") }
    let names = NamesInDocument(
      files: all.filter { !$0.name.hasPrefix("/") },
      showsUnused: marks.first?.hasPrefix("//") != true)
    // A name that is lost or cannot be read might be of a file in use, so the document is read again.
    guard all.count == rows.count, marks == [mark(names)] else { return nil }
    return KnownDocument(row: row, names: names)
  }

  func save(in database: Database) throws {
    try Self.delete(root: row.root, path: row.path, in: database)
    try row.insert(database)
    let id = database.lastInsertedRowID
    let mark = NamedFile(name: Self.mark(names), isCertain: false)
    for file in [mark] + names.files {
      try ReferenceRow(document: id, name: file.name, isNamed: file.isCertain).insert(database)
    }
  }

  static func delete(root: Data, path: Data, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM document WHERE root = ? AND path = ?")
      .execute(arguments: [root, path])
  }

  /// Returns up to a thousand paths of a root in the order of their bytes.
  static func page(root: String, after path: Data, in database: Database) throws -> [Data] {
    try Data.fetchAll(
      database.cachedStatement(
        sql: "SELECT path FROM document WHERE root = ? AND path > ? ORDER BY path LIMIT 1000"),
      arguments: [Data(root.utf8), path])
  }
}

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

  /// Makes the row of a document by its root's key, its path below the root and its status.
  init(root: String, path: [UInt8], _ status: FileStatus, _ digest: ContentDigest) {
    (id, self.root, self.path, self.digest) = (nil, Data(root.utf8), Data(path), digest)
    (size, modified, changed) = (status.size, status.modified, status.changed)
    inode = Int64(bitPattern: status.inode)
  }

  /// Whether a document has not changed since, as far as its size and times tell without reading it.
  func isUnchanged(_ status: FileStatus) -> Bool {
    (size, modified, changed) == (status.size, status.modified, status.changed)
      && inode == Int64(bitPattern: status.inode)
  }
}

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

  let document: Int64
  let name: String
  /// Whether the name is certainly a file's: see ``NamedFile/isCertain``.
  let isNamed: Bool
}
