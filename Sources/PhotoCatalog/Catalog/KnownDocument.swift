import Foundation
import GRDB
import PhotoStore
import SystemFiles

/// Size and times that distinguish one state of a document from another without reading it.
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

  fileprivate init(_ row: DocumentRow) {
    (size, modified, changed, inode) = (row.size, row.modified, row.changed, row.inode)
  }
}

/// The catalog's copy of a document, which is read again only after it changed: one row for the document, and one for
/// each file that it names.
struct KnownDocument {
  let root: String
  /// The document's path below the root, as bytes.
  let path: [UInt8]
  let stamp: DocumentStamp
  let digest: ContentDigest
  /// The files that it names; `nil` when it says nothing about files in use.
  let names: [NamedFile]?
}

extension KnownDocument {
  /// A name that no file has, with how many names the document has beside it; without a number the document says
  /// nothing about files in use.
  private static func mark(_ names: [NamedFile]?) -> String {
    "/" + (names.map { "\($0.count)" } ?? "")
  }

  /// Finds a document, with one lookup in each of two indexes.
  static func find(
    root: String, path: [UInt8], in database: Database
  ) throws -> KnownDocument? {
    let row = try DocumentRow.readable(
      "WHERE root = ? AND path = ?", [Data(root.utf8), Data(path)], in: database
    ).first
    guard let row else { return nil }
    let rows = try ReferenceRow.all("WHERE document = ?", [row.id], in: database)
    let all = rows.compactMap { row in
      row.map { NamedFile(name: $0.name, isCertain: $0.isNamed) }
    }
    let marks = all.map(\.name).filter { $0.hasPrefix("/") }
    let names = marks == [mark(nil)] ? nil : all.filter { !$0.name.hasPrefix("/") }
    // A name that is lost or cannot be read might be of a file in use, so the document is read again.
    guard all.count == rows.count, marks == [mark(names)] else { return nil }
    return KnownDocument(
      root: root, path: path, stamp: DocumentStamp(row), digest: row.digest, names: names)
  }

  /// Writes the document and replaces its older state.
  func save(in database: Database) throws {
    try Self.delete(root: root, path: path, in: database)
    try DocumentRow(
      id: nil, root: Data(root.utf8), path: Data(path), size: stamp.size, modified: stamp.modified,
      changed: stamp.changed, inode: stamp.inode, digest: digest
    ).insert(database)
    let id = database.lastInsertedRowID
    let mark = NamedFile(name: Self.mark(names), isCertain: false)
    for file in [mark] + (names ?? []) {
      try ReferenceRow(document: id, name: file.name, isNamed: file.isCertain).insert(database)
    }
  }

  static func delete(root: String, path: [UInt8], in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM document WHERE root = ? AND path = ?")
      .execute(arguments: [Data(root.utf8), Data(path)])
  }

  /// Returns up to a thousand paths of a root in the order of their bytes.
  static func page(
    root: String, after path: [UInt8], in database: Database
  ) throws -> [[UInt8]] {
    try Data.fetchAll(
      database.cachedStatement(
        sql: "SELECT path FROM document WHERE root = ? AND path > ? ORDER BY path LIMIT 1000"),
      arguments: [Data(root.utf8), Data(path)]
    ).map { Array($0) }
  }
}
