import Foundation
import GRDB
import PhotoStore
import SystemFiles

struct PhotoRow: CatalogRow, Equatable {
  static let databaseTableName = "photo"
  static let schema = """
    CREATE TABLE photo (
      photo TEXT NOT NULL,
      recipe TEXT NOT NULL,
      recordSize INTEGER NOT NULL,
      recordModified INTEGER NOT NULL,
      masterBytes INTEGER NOT NULL,
      smallBytes INTEGER NOT NULL,
      mediumBytes INTEGER NOT NULL,
      largeBytes INTEGER NOT NULL,
      portraitBytes INTEGER,
      extraLargeBytes INTEGER,
      flags TEXT NOT NULL,
      sources TEXT NOT NULL,
      preparedAt INTEGER NOT NULL,
      otherNames TEXT NOT NULL,
      stars INTEGER,
      renewedAt INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (photo, recipe)
    ) STRICT, WITHOUT ROWID
    """
  static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

  private let photo: PhotoID
  private let recipe: RecipeID
  private let recordSize: Int
  private let recordModified: Int64
  private let masterBytes, smallBytes, mediumBytes, largeBytes: Int
  private let portraitBytes, extraLargeBytes: Int?
  let flags, sources: CatalogList
  /// When the photo was prepared, in seconds since 1970-01-01 UTC.
  let preparedAt: Int64
  /// The files the record names under other names than a JPEG master and JPEG renders, such as renders framed by a
  /// person.
  let otherNames: CatalogList
  /// How many stars a person gave the photo, 0…5; `nil` where none did.
  let stars: Int?
  /// When a run last found the photo prepared, in seconds since 1970-01-01 UTC; 0 if none did.
  private(set) var renewedAt: Int64 = 0

  init(_ record: PhotoRecord, stamp: RecordStamp) {
    (photo, recipe) = (record.id.photo, record.id.recipe)
    (recordSize, recordModified) = (stamp.size, stamp.modified)
    let preparation = record.preparation
    masterBytes = preparation.master.byteCount
    let renders = preparation.renders.map { $1.byteCount }
    (smallBytes, mediumBytes, largeBytes) = (renders.small, renders.medium, renders.large)
    (portraitBytes, extraLargeBytes) = (renders.portrait, renders.extraLarge)
    flags = CatalogList(preparation.flags)
    sources = CatalogList(preparation.sources.map(\.json))
    otherNames = CatalogList(record.otherFileNames)
    stars = preparation.hand?.stars
    preparedAt = record.preparedSecond
  }

  var id: RecordID { RecordID(photo: photo, recipe: recipe) }
  /// The record's size and time when this row was made; other values mean that the record changed.
  var stamp: RecordStamp { RecordStamp(size: recordSize, modified: recordModified) }
  var renderBytes: PerFamily<Int> {
    PerFamily(
      small: smallBytes, medium: mediumBytes, large: largeBytes, portrait: portraitBytes,
      extraLarge: extraLargeBytes)
  }
  /// Master and renders, with their sizes.
  var files: [(name: StoredFileName, byteCount: Int)] {
    let renders = renderBytes.all.map { (StoredFileName.Role.render($0.family), $0.value) }
    let others = otherNames.texts.compactMap(StoredFileName.init).filter { $0.record == id }
    return ([(.master, masterBytes)] + renders).map { role, byteCount in
      (others.first { $0.role == role } ?? StoredFileName(role, of: id, as: .jpg), byteCount)
    }
  }
}

extension PhotoRecord {
  /// When the photo was prepared, in seconds since 1970-01-01 UTC; 0 when the record does not say.
  var preparedSecond: Int64 { Int64(preparedAt.timeIntervalSince1970.clamped(to: 0...1e12)) }

  /// The files the record names under other names than a JPEG master and JPEG renders, sorted.
  var otherFileNames: [String] {
    let named = Set(image.allReferencedFileNames + preparation.files.map(\.name.description))
    let usual = StoredFileName.Role.all(preparation.families)
      .map { StoredFileName($0, of: id, as: .jpg).description }
    return named.subtracting(usual).sorted()
  }
}

/// Size and time of a record's file, which differ after every change, as each writes a new file.
struct RecordStamp: Equatable {
  let size: Int
  let modified: Int64
}

extension RecordStamp {
  init(_ status: FileStatus) { self.init(size: status.size, modified: status.modified) }
}

extension PhotoRow {
  static func find(_ id: RecordID, in database: Database) throws -> PhotoRow? {
    try readable("WHERE photo = ? AND recipe = ?", [id.photo, id.recipe], in: database).first
  }

  /// Returns up to `limit` rows in the order of their names: after `first`, or from the beginning; up to `last`, or to
  /// the end.
  static func page(
    after first: RecordID?, through last: RecordID? = nil, limit: Int = 1000, in database: Database
  ) throws -> [PhotoRow] {
    try readable(
      """
      WHERE (photo, recipe) > (?, ?) AND (photo, recipe) <= (?, ?) ORDER BY photo, recipe LIMIT ?
      """,
      [
        first?.photo.description ?? "", first?.recipe.description ?? "",
        // 'g' sorts behind every hexadecimal digit.
        last?.photo.description ?? "g", last?.recipe.description ?? "g", limit,
      ], in: database)
  }

  /// The recipes a photo is prepared with, in the order of their names.
  static func recipes(of photo: PhotoID, in database: Database) throws -> [RecipeID] {
    try String.fetchAll(
      database.cachedStatement(sql: "SELECT recipe FROM photo WHERE photo = ? ORDER BY recipe"),
      arguments: [photo]
    ).compactMap { RecipeID($0) }
  }

  static func severalRecipes(in database: Database) throws -> [PhotoID] {
    try String.fetchAll(
      database, sql: "SELECT photo FROM photo GROUP BY photo HAVING count(*) > 1"
    ).compactMap { PhotoID($0) }
  }

  /// The stars of photos whose stars a person set or removed; for several records of a photo, the most stars.
  static func stars(in database: Database) throws -> [PhotoID: Int] {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT photo, max(stars) AS stars FROM photo WHERE stars IS NOT NULL GROUP BY photo")
    var found: [PhotoID: Int] = [:]
    for row in rows {
      guard let photo = String.fromDatabaseValue(row["photo"]).flatMap({ PhotoID($0) }),
        let stars = Int.fromDatabaseValue(row["stars"]), HandWork.starRange.contains(stars)
      else { continue }
      found[photo] = stars
    }
    return found
  }

  /// Writes the row over the record's older one, but keeps the time of its renewal.
  ///
  /// GRDB's own `upsert` asks for a row's number, which a table without row numbers does not have.
  func save(in database: Database) throws {
    var row = self
    row.renewedAt =
      try Int64.fetchOne(
        database.cachedStatement(
          sql: "SELECT renewedAt FROM photo WHERE photo = ? AND recipe = ?"),
        arguments: [photo, recipe]) ?? 0
    try row.insert(database)
  }

  /// Whether a photo was prepared and last renewed before a second; `false` without a row.
  static func isOlder(_ id: RecordID, than second: Int64, in database: Database) throws -> Bool {
    try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT 1 FROM photo WHERE photo = ? AND recipe = ? AND max(preparedAt, renewedAt) < ?
          """), arguments: [id.photo, id.recipe, second]) != nil
  }

  static func renew(_ id: RecordID, at second: Int64, in database: Database) throws {
    try database.cachedStatement(
      sql: "UPDATE photo SET renewedAt = ? WHERE photo = ? AND recipe = ?"
    ).execute(arguments: [second, id.photo, id.recipe])
  }

  static func delete(_ id: RecordID, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM photo WHERE photo = ? AND recipe = ?")
      .execute(arguments: [id.photo, id.recipe])
  }
}

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
