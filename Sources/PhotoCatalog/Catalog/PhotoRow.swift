import GRDB
import PhotoGeometry
import PhotoStore
import SystemFiles

/// What the catalog knows about one record: a row of its table `photo`.
///
/// Read by the names of its columns, in one place. Lists are decoded when they are asked for: a walk
/// over a million rows needs few of them.
struct PhotoRow: Equatable {
  let id: RecordID
  /// The record's size and time when this row was made; another pair means another record.
  let stamp: RecordStamp
  /// The size of the master, and of each render.
  let masterBytes: Int
  let renderBytes: PerFamily<Int>
  /// Lists of texts as JSON.
  private let flagList, sourceList, otherNameList: String
  /// When the photo was prepared, in seconds since 1970-01-01 UTC.
  let preparedAt: Int64
  /// When a run last found the photo prepared, in seconds since 1970-01-01 UTC; 0 for never.
  private(set) var renewedAt: Int64 = 0

  var flags: [String] { Self.elements(flagList).compactMap(\.string) }
  var sources: [SourceName] { Self.elements(sourceList).compactMap(SourceName.init(json:)) }
  /// Master and renders, with their sizes.
  var files: [(name: StoredFileName, byteCount: Int)] {
    let renders = renderBytes.all.map { (StoredFileName.Role.render($0.family), $0.value) }
    return ([(.master, masterBytes)] + renders).map { (StoredFileName($0.0, of: id), $0.1) }
  }
  /// The files the record names beside master and renders; renders a person framed.
  var otherNames: [String] { Self.elements(otherNameList).compactMap(\.string) }

  init(_ record: PhotoRecord, stamp: RecordStamp) {
    id = record.id
    self.stamp = stamp
    masterBytes = record.preparation.master.byteCount
    renderBytes = record.preparation.renders.map { $1.byteCount }
    flagList = Self.list(record.preparation.flags.map(JSONValue.string))
    sourceList = Self.list(record.preparation.sources.map(\.json))
    otherNameList = Self.list(record.otherFileNames.map(JSONValue.string))
    preparedAt = record.preparedSecond
  }

  private static func list(_ elements: [JSONValue]) -> String {
    JSONValue.array(elements).compactText
  }

  private static func elements(_ list: String) -> [JSONValue] {
    list == "[]" ? [] : JSONValue(compactText: list)?.array ?? []
  }
}

extension PhotoRecord {
  /// When the photo was prepared, in seconds since 1970-01-01 UTC; 0 when the record does not say.
  var preparedSecond: Int64 {
    Int64((image.smartPhoto?.preparedAt.timeIntervalSince1970 ?? 0).clamped(to: 0...1e12))
  }

  /// The files the record names beside its master and renders, sorted.
  var otherFileNames: [String] {
    let named = Set(image.allReferencedFileNames + preparation.files.map(\.name.description))
    let usual = StoredFileName.Role.all(preparation.families)
      .map { StoredFileName($0, of: id).description }
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
  /// Finds the row of a record; two comparisons a level in one tree.
  static func find(_ id: RecordID, in database: Database) throws -> PhotoRow? {
    try rows(
      of: database.cachedStatement(sql: "SELECT * FROM photo WHERE photo = ? AND recipe = ?"),
      [id.photo.description, id.recipe.description]
    ).first
  }

  /// Returns up to `limit` rows in the order of their names: those behind `first`, or from the
  /// beginning, up to `last`, or to the end.
  static func page(
    after first: RecordID?, through last: RecordID? = nil, limit: Int, in database: Database
  ) throws -> [PhotoRow] {
    try rows(
      of: database.cachedStatement(
        sql: """
          SELECT * FROM photo WHERE (photo, recipe) > (?, ?) AND (photo, recipe) <= (?, ?)
          ORDER BY photo, recipe LIMIT ?
          """),
      [
        first?.photo.description ?? "", first?.recipe.description ?? "",
        // 'g' sorts behind every hexadecimal digit.
        last?.photo.description ?? "g", last?.recipe.description ?? "g", limit,
      ])
  }

  /// Fetches rows; one that this software did not write is skipped, and its record is read.
  private static func rows(
    of statement: Statement, _ arguments: StatementArguments
  ) throws -> [PhotoRow] {
    var rows: [PhotoRow] = []
    let cursor = try Row.fetchCursor(statement, arguments: arguments)
    while let row = try cursor.next() {
      if let row = PhotoRow(row) { rows.append(row) }
    }
    return rows
  }

  private init?(_ row: Row) {
    guard let photo = row.value("photo").flatMap(PhotoID.init(_:)),
      let recipe = row.value("recipe").flatMap(RecipeID.init(_:)),
      let size: Int = row.value("recordSize"), let modified: Int64 = row.value("recordModified"),
      let flags: String = row.value("flags"), let sources: String = row.value("sources"),
      let otherNames: String = row.value("otherNames"),
      let preparedAt: Int64 = row.value("preparedAt"), let renewedAt: Int64 = row.value("renewedAt")
    else { return nil }
    guard let masterBytes: Int = row.value("masterBytes"),
      let renderBytes = PerFamily<Int>(ifAll: { row.value("\($0.rawValue)Bytes") })
    else { return nil }
    (self.masterBytes, self.renderBytes) = (masterBytes, renderBytes)
    id = RecordID(photo: photo, recipe: recipe)
    stamp = RecordStamp(size: size, modified: modified)
    (flagList, sourceList, otherNameList) = (flags, sources, otherNames)
    (self.preparedAt, self.renewedAt) = (preparedAt, renewedAt)
  }

  /// Writes the row, in place of the record's older one, but for when the photo was renewed.
  func save(in database: Database) throws {
    try database.cachedStatement(sql: Self.saving).execute(arguments: [
      "photo": id.photo.description, "recipe": id.recipe.description, "recordSize": stamp.size,
      "recordModified": stamp.modified, "masterBytes": masterBytes,
      "smallBytes": renderBytes.small, "mediumBytes": renderBytes.medium,
      "largeBytes": renderBytes.large, "portraitBytes": renderBytes.portrait,
      "extraLargeBytes": renderBytes.extraLarge,
      "flags": flagList, "sources": sourceList, "preparedAt": preparedAt,
      "otherNames": otherNameList,
    ])
  }

  private static let saving = {
    let columns = [
      "photo", "recipe", "recordSize", "recordModified", "masterBytes", "smallBytes",
      "mediumBytes", "largeBytes", "portraitBytes", "extraLargeBytes", "flags", "sources",
      "preparedAt", "otherNames",
    ]
    func list(_ prefix: String) -> String {
      "(" + columns.map { prefix + $0 }.joined(separator: ", ") + ")"
    }
    return "INSERT INTO photo \(list("")) VALUES \(list(":")) "
      + "ON CONFLICT DO UPDATE SET \(list("")) = \(list("excluded."))"
  }()

  /// Removes the row of a record.
  static func delete(_ id: RecordID, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM photo WHERE photo = ? AND recipe = ?")
      .execute(arguments: [id.photo.description, id.recipe.description])
  }
}

extension Row {
  /// A column's value, or `nil` where it is of another type than this software writes there.
  ///
  /// GRDB's own subscript ends the process for such a value, which a damaged file may hold.
  func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
    Value.fromDatabaseValue(self[column])
  }
}
