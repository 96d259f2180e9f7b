import GRDB
import PhotoStore

/// What cleaning and checking need of a record's row.
struct RowBrief: Equatable {
  let id: RecordID
  /// The record's size and time when the row was made; another pair means another record.
  let stamp: RecordStamp
  /// When the photo was prepared, in seconds since 1970-01-01 UTC.
  let preparedAt: Int64
  /// When a run last found the photo prepared, in seconds since 1970-01-01 UTC; 0 for never.
  let renewedAt: Int64
  /// The files the record names beside the four every record has.
  let otherNames: [String]
}

extension RowBrief {
  /// Returns up to `limit` rows in the order of their names: those behind `first`, or from the
  /// beginning, up to `last`, or to the end.
  static func page(
    after first: RecordID?, through last: RecordID?, limit: Int, in database: Database
  ) throws -> [RowBrief] {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT photo, recipe, recordSize, recordModified, preparedAt, otherNames, renewedAt
          FROM photo
          WHERE (photo, recipe) > (?, ?) AND (photo, recipe) <= (?, ?)
          ORDER BY photo, recipe LIMIT ?
          """),
      arguments: [
        first?.photo.description ?? "", first?.recipe.description ?? "",
        // 'g' sorts behind every hexadecimal digit.
        last?.photo.description ?? "g", last?.recipe.description ?? "g", limit,
      ])
    return rows.compactMap(RowBrief.init(row:))
  }

  private init?(row: Row) {
    guard let id = RecordID(row: row) else { return nil }
    let names: String = row[5]
    self.init(
      id: id, stamp: RecordStamp(size: row[2], modified: row[3]), preparedAt: row[4],
      renewedAt: row[6],
      otherNames: names == "[]"
        ? [] : JSONValue(compactText: names)?.array?.compactMap(\.string) ?? [])
  }
}
