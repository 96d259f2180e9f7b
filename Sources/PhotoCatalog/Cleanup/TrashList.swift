import GRDB
import PhotoStore
import SystemFiles

/// What is in the trash of a store and what becomes of it; in a database, as long as one call.
struct TrashList {
  /// What becomes of a file in the trash.
  enum Fate: Int {
    /// It stays.
    case stays = 0
    /// It comes back, because something names it or a person asked.
    case needed = 1
    /// It goes for good.
    case expired = 2
  }

  private let scratch: Scratch

  /// Reads the trash.
  ///
  /// - Parameters:
  ///   - store: Whose.
  ///   - fate: What becomes of a file. Of several files with the same name and place, only the one
  ///     that was moved last can come back.
  /// - Throws: `scratch`; the codes of file calls; what `fate` throws.
  init(of store: Store, _ fate: (TrashedFile) throws -> Fate) throws {
    scratch = try Scratch(
      """
      CREATE TABLE trash (
        isRecord INTEGER NOT NULL, name TEXT NOT NULL, second INTEGER NOT NULL,
        size INTEGER NOT NULL, fate INTEGER NOT NULL, PRIMARY KEY (isRecord, name, second)
      ) WITHOUT ROWID
      """)
    let scratch = scratch
    try TrashedFile.forEach(in: store) { file, _, status in
      let fate = try fate(file)
      try scratch.use { database in
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO trash VALUES (?,?,?,?,?)")
          .execute(arguments: [
            file.origin == .photos, file.name, file.second, status.size, fate.rawValue,
          ])
      }
    }
    try scratch.use { database in
      try database.execute(
        sql: """
          UPDATE trash AS a SET fate = ? WHERE fate = ? AND second < (
            SELECT max(second) FROM trash b WHERE b.isRecord = a.isRecord AND b.name = a.name)
          """, arguments: [Fate.stays.rawValue, Fate.needed.rawValue])
    }
  }

  /// Whether a file of this name is in the trash.
  func holds(_ origin: TrashedFile.Origin, _ name: String) throws(StoreError) -> Bool {
    try scratch.use { database in
      try Int.fetchOne(
        database, sql: "SELECT 1 FROM trash WHERE isRecord = ? AND name = ?",
        arguments: [origin == .photos, name]) != nil
    }
  }

  /// Whether an image of this name comes back.
  func returns(_ name: String) throws(StoreError) -> Bool {
    try scratch.use { database in
      try Int.fetchOne(
        database, sql: "SELECT 1 FROM trash WHERE isRecord = 0 AND name = ? AND fate = ?",
        arguments: [name, Fate.needed.rawValue]) != nil
    }
  }

  /// Visits the files with a fate and their sizes: images before records, so that a record that
  /// comes back finds its images.
  func forEach(_ fate: Fate, _ visit: (TrashedFile, Int) throws -> Void) throws {
    try forEachPage(after: (-1, "", 0), place: { ($0[0], $0[1], $0[2]) }) {
      (last: (isRecord: Int, name: String, second: Int)) in
      try scratch.use { database in
        try Row.fetchAll(
          database,
          sql: """
            SELECT isRecord, name, second, size FROM trash a
            WHERE (isRecord, name, second) > (?, ?, ?) AND fate = ?
            ORDER BY isRecord, name, second LIMIT 1000
            """, arguments: [last.isRecord, last.name, last.second, fate.rawValue])
      }
    } visit: { rows in
      for row in rows {
        let origin: TrashedFile.Origin = row[0] == 0 ? .images : .photos
        try visit(TrashedFile(origin, row[1], at: row[2]), row[3])
      }
    }
  }
}
