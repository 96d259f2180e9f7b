import GRDB
import PhotoStore

/// One file that is not what its record says.
struct FileDamage {
  /// The record that names the file.
  let record: RecordID
  /// The file's name.
  let name: String
  let code: Finding.Code
  let message: String
  /// The SHA-256 the record gives; `nil` for a render whose record gives none.
  let wanted: ContentDigest?
  /// The SHA-256 of what is there; `nil` when nothing can be read.
  let found: ContentDigest?
  /// The file whose bytes these are, when it is one of the damaged ones.
  var rightName: String?
}

/// Every damaged file of a store, in a database, as long as one call.
///
/// Which files changed places with each other is known only when all of them are known.
struct DamageList {
  private let scratch: Scratch

  init() throws(StoreError) {
    scratch = try Scratch(
      """
      CREATE TABLE damage (
        record TEXT NOT NULL, name TEXT NOT NULL PRIMARY KEY, code TEXT NOT NULL,
        message TEXT NOT NULL, wanted TEXT, found TEXT
      ) WITHOUT ROWID;
      CREATE INDEX wantedDigest ON damage (wanted);
      CREATE INDEX foundDigest ON damage (found);
      """)
  }

  func add(_ damage: FileDamage) throws(StoreError) {
    try scratch.use { database in
      try database.cachedStatement(sql: "INSERT OR REPLACE INTO damage VALUES (?,?,?,?,?,?)")
        .execute(arguments: [
          damage.record.fileName, damage.name, damage.code.description, damage.message,
          damage.wanted?.description, damage.found?.description,
        ])
    }
  }

  /// Returns the name of a damaged file that holds the bytes with a digest.
  func holder(of digest: ContentDigest) throws(StoreError) -> String? {
    try scratch.use { database in
      try String.fetchOne(
        database, sql: "SELECT min(name) FROM damage WHERE found = ?",
        arguments: [digest.description])
    }
  }

  /// Visits the files in the order of their records and names.
  func forEach(_ visit: (FileDamage) throws -> Void) throws {
    try forEachPage(after: ("", ""), place: { ($0[0], $0[1]) }) { last in
      try scratch.use { database in
        try Row.fetchAll(
          database,
          sql: """
            SELECT record, name, code, message, wanted, found, (
              SELECT min(name) FROM damage b WHERE b.wanted = a.found AND b.name <> a.name)
            FROM damage a WHERE (record, name) > (?, ?) ORDER BY record, name LIMIT 1000
            """, arguments: [last.0, last.1])
      }
    } visit: { rows in
      for damage in rows.compactMap(FileDamage.init(row:)) { try visit(damage) }
    }
  }
}

extension FileDamage {
  fileprivate init?(row: Row) {
    guard let record = RecordID(fileName: row[0]),
      let code = Finding.Code.all.first(where: { $0.description == row[2] as String })
    else { return nil }
    self.init(
      record: record, name: row[1], code: code, message: row[3],
      wanted: (row[4] as String?).flatMap { ContentDigest($0) },
      found: (row[5] as String?).flatMap { ContentDigest($0) }, rightName: row[6])
  }
}
