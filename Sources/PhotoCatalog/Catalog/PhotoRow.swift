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
  /// When the photo was prepared, in seconds since 1970-01-01 UTC.
  let preparedAt: Int64
  /// The files the record names beside the four every record has; renders a person framed.
  let otherNames: [String]

  init(_ record: PhotoRecord, stamp: RecordStamp) {
    id = record.id
    self.stamp = stamp
    byteCounts = record.preparation.files.map(\.byteCount)
    flags = record.preparation.flags
    sources = record.preparation.sources
    preparedAt = record.preparedSecond
    otherNames = record.otherFileNames
  }
}

extension PhotoRecord {
  /// When the photo was prepared, in seconds since 1970-01-01 UTC; 0 when the record does not say.
  var preparedSecond: Int64 {
    Int64((image.smartPhoto?.preparedAt.timeIntervalSince1970 ?? 0).clamped(to: 0...1e12))
  }

  /// The files the record names beside the four every record has, sorted.
  var otherFileNames: [String] {
    let named = Set(image.allReferencedFileNames + preparation.files.map(\.name.description))
    let usual = StoredFileName.Role.allCases.map { StoredFileName($0, of: id).description }
    return named.subtracting(usual).sorted()
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
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
    flags, sources, preparedAt, otherNames
    """

  private static let newColumns = columns.split(separator: ", ").map { "excluded.\($0)" }
    .joined(separator: ", ")

  /// Finds the row of a record; two comparisons a level in one tree.
  static func find(_ id: RecordID, in database: Database) throws -> PhotoRow? {
    try Row.fetchOne(
      database, sql: "SELECT \(columns) FROM photo WHERE photo = ? AND recipe = ?",
      arguments: [id.photo.description, id.recipe.description]
    ).flatMap(PhotoRow.init(row:))
  }

  /// Returns up to `limit` rows in the order of their names.
  static func page(
    after id: RecordID?, limit: Int, in database: Database
  ) throws -> [PhotoRow] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT \(columns) FROM photo WHERE (photo, recipe) > (?, ?) ORDER BY photo, recipe LIMIT ?
        """,
      arguments: [id?.photo.description ?? "", id?.recipe.description ?? "", limit]
    ).compactMap(PhotoRow.init(row:))
  }

  /// Writes the row, in place of the record's older one, but for when the photo was renewed.
  func save(in database: Database) throws {
    let row = "(\(Self.columns))"
    try database.cachedStatement(
      sql: """
        INSERT INTO photo \(row) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)
        ON CONFLICT DO UPDATE SET \(row) = (\(Self.newColumns))
        """
    ).execute(arguments: [
      id.photo.description, id.recipe.description, stamp.size, stamp.modified, byteCounts[0],
      byteCounts[1], byteCounts[2], byteCounts[3],
      JSONValue.array(flags.map(JSONValue.string)).compactText,
      JSONValue.array(sources.map(\.json)).compactText, preparedAt,
      JSONValue.array(otherNames.map(JSONValue.string)).compactText,
    ])
  }

  /// Removes the row of a record.
  static func delete(_ id: RecordID, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM photo WHERE photo = ? AND recipe = ?")
      .execute(arguments: [id.photo.description, id.recipe.description])
  }

  private init?(row: Row) {
    guard let id = RecordID(row: row), let flags = JSONValue(compactText: row[8])?.array,
      let sources = JSONValue(compactText: row[9])?.array,
      let otherNames = JSONValue(compactText: row[11])?.array
    else { return nil }
    self.id = id
    stamp = RecordStamp(size: row[2], modified: row[3])
    byteCounts = (4...7).map { row[$0] }
    self.flags = flags.compactMap(\.string)
    self.sources = sources.compactMap(SourceName.init(json:))
    preparedAt = row[10]
    self.otherNames = otherNames.compactMap(\.string)
  }
}

extension RecordID {
  /// Reads the first two columns of a row.
  init?(row: Row) {
    guard let photo = PhotoID(row[0] as String), let recipe = RecipeID(row[1] as String) else {
      return nil
    }
    self.init(photo: photo, recipe: recipe)
  }
}
