import Foundation
import GRDB
import PhotoStore
import SystemFiles

/// What tells one state of a document from another without reading it.
struct DocumentStamp: Equatable {
  let size: Int
  let modified: Int64
  let changed: Int64
  let inode: Int64

  init(_ status: FileStatus) {
    size = status.size
    modified = status.modified
    changed = status.changed
    inode = Int64(bitPattern: status.inode)
  }

  init(size: Int, modified: Int64, changed: Int64, inode: Int64) {
    (self.size, self.modified, self.changed, self.inode) = (size, modified, changed, inode)
  }
}

/// What the catalog keeps of a document, so that it is read again only when it changed.
struct DocumentRow {
  let root: String
  /// The document's path below the root, as bytes.
  let path: [UInt8]
  let stamp: DocumentStamp
  let digest: ContentDigest
  /// What it names; `nil` when it says nothing about files in use.
  let names: [NamedFile]?
}

extension DocumentRow {
  /// A name no file has, for a document that says nothing about files in use.
  private static let saysNothing = "/"

  /// Finds a document; one look into one index and one into another.
  static func find(
    root: String, path: [UInt8], in database: Database
  ) throws -> DocumentRow? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT id, size, modified, changed, inode, digest FROM document WHERE root = ? AND path = ?
          """), arguments: [Data(root.utf8), Data(path)])
    guard let row, let digest = row.value("digest").flatMap(ContentDigest.init(_:)),
      let id: Int64 = row.value("id"), let size: Int = row.value("size"),
      let modified: Int64 = row.value("modified"), let changed: Int64 = row.value("changed"),
      let inode: Int64 = row.value("inode")
    else { return nil }
    let rows = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT name, isNamed FROM reference WHERE document = ?"),
      arguments: [id]
    )
    let names = rows.compactMap { row -> NamedFile? in
      guard let name: String = row.value("name"), let isCertain: Bool = row.value("isNamed") else {
        return nil
      }
      return NamedFile(name: name, isCertain: isCertain)
    }
    // Names that cannot be read might be in use: the document is read again.
    guard names.count == rows.count else { return nil }
    return DocumentRow(
      root: root, path: path,
      stamp: DocumentStamp(size: size, modified: modified, changed: changed, inode: inode),
      digest: digest, names: names.first?.name == saysNothing ? nil : names)
  }

  /// Writes the document, in place of its older state.
  func save(in database: Database) throws {
    try Self.delete(root: root, path: path, in: database)
    try database.cachedStatement(
      sql: """
        INSERT INTO document (root, path, size, modified, changed, inode, digest)
        VALUES (?,?,?,?,?,?,?)
        """
    ).execute(arguments: [
      Data(root.utf8), Data(path), stamp.size, stamp.modified, stamp.changed, stamp.inode,
      digest.description,
    ])
    let id = database.lastInsertedRowID
    let statement = try database.cachedStatement(sql: "INSERT INTO reference VALUES (?,?,?)")
    for file in names ?? [NamedFile(name: Self.saysNothing, isCertain: false)] {
      try statement.execute(arguments: [id, file.name, file.isCertain])
    }
  }

  /// Forgets a document.
  static func delete(root: String, path: [UInt8], in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM document WHERE root = ? AND path = ?")
      .execute(arguments: [Data(root.utf8), Data(path)])
  }

  /// Returns up to `limit` paths of a root in the order of their bytes.
  static func page(
    root: String, after path: [UInt8], limit: Int, in database: Database
  ) throws -> [[UInt8]] {
    try Data.fetchAll(
      database.cachedStatement(
        sql: "SELECT path FROM document WHERE root = ? AND path > ? ORDER BY path LIMIT ?"),
      arguments: [Data(root.utf8), Data(path), limit]
    ).map { Array($0) }
  }
}
