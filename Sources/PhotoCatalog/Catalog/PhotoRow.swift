import GRDB
import PhotoStore
import SystemFiles

/// What the catalog knows about one record.
struct PhotoRow: Equatable {
  let id: RecordID
  /// The record's size and time when this row was made; another pair means another record.
  let stamp: RecordStamp
  /// The sizes of the four files, in the order of the roles.
  let byteCounts: [Int]
  let flags: [String]
  let sources: [SourceName]

  init(_ record: PhotoRecord, stamp: RecordStamp) {
    id = record.id
    self.stamp = stamp
    byteCounts = record.preparation.files.map(\.byteCount)
    flags = record.preparation.flags
    sources = record.preparation.sources
  }
}

/// What tells one state of a record's file from another: every change writes a new file.
struct RecordStamp: Equatable {
  let size: Int
  let modified: Int64

  init(_ status: FileStatus) {
    size = status.size
    modified = status.modified
  }

  init(size: Int, modified: Int64) {
    self.size = size
    self.modified = modified
  }
}

extension PhotoRow {
  private static let columns = """
    photo, recipe, recordSize, recordModified, masterBytes, smallBytes, mediumBytes, largeBytes, \
    flags, sources
    """

  /// Finds the row of a record; two comparisons a level in one tree.
  static func find(_ id: RecordID, in database: Database) throws -> PhotoRow? {
    try Row.fetchOne(
      database, sql: "SELECT \(columns) FROM photo WHERE photo = ? AND recipe = ?",
      arguments: [id.photo.description, id.recipe.description]
    ).flatMap(PhotoRow.init(row:))
  }

  /// Returns up to `limit` records' names and stamps in the order of their names.
  static func page(
    after id: RecordID?, limit: Int, in database: Database
  ) throws -> [(id: RecordID, stamp: RecordStamp)] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT photo, recipe, recordSize, recordModified FROM photo
        WHERE (photo, recipe) > (?, ?) ORDER BY photo, recipe LIMIT ?
        """,
      arguments: [id?.photo.description ?? "", id?.recipe.description ?? "", limit])
    return rows.compactMap { row in
      RecordID(row: row).map { ($0, RecordStamp(size: row[2], modified: row[3])) }
    }
  }

  /// Writes the row, in place of the record's older one.
  func save(in database: Database) throws {
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO photo (\(Self.columns)) VALUES (?,?,?,?,?,?,?,?,?,?)"
    ).execute(arguments: [
      id.photo.description, id.recipe.description, stamp.size, stamp.modified, byteCounts[0],
      byteCounts[1], byteCounts[2], byteCounts[3],
      JSONValue.array(flags.map(JSONValue.string)).compactText,
      JSONValue.array(sources.map(\.json)).compactText,
    ])
  }

  /// Removes the row of a record.
  static func delete(_ id: RecordID, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM photo WHERE photo = ? AND recipe = ?")
      .execute(arguments: [id.photo.description, id.recipe.description])
  }

  private init?(row: Row) {
    guard let id = RecordID(row: row), let flags = JSONValue(compactText: row[8])?.array,
      let sources = JSONValue(compactText: row[9])?.array
    else { return nil }
    self.id = id
    stamp = RecordStamp(size: row[2], modified: row[3])
    byteCounts = (4...7).map { row[$0] }
    self.flags = flags.compactMap(\.string)
    self.sources = sources.compactMap(SourceName.init(json:))
  }
}

extension RecordID {
  /// Reads the first two columns of a row.
  fileprivate init?(row: Row) {
    guard let photo = PhotoID(row[0] as String), let recipe = RecipeID(row[1] as String) else {
      return nil
    }
    self.init(photo: photo, recipe: recipe)
  }
}
