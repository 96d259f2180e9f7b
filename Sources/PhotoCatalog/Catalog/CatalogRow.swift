import GRDB
import PhotoStore

/// A row of one of the catalog's tables: its properties are the table's columns (decision 0332).
protocol CatalogRow: Codable, FetchableRecord, PersistableRecord {
  /// The statement that makes the table, as SQLite keeps its text.
  static var schema: String { get }
}

extension CatalogRow {
  /// Reads the rows that a query finds, in its order; `nil` for a row with values that this software does not write.
  ///
  /// The query is what follows `SELECT * FROM` and the table's name. A damaged or foreign file may have rows with wrong
  /// values. Each row is copied out of SQLite first, which would otherwise convert a text into a number when a number
  /// is read.
  static func all(
    _ query: String, _ arguments: StatementArguments, in database: Database
  ) throws -> [Self?] {
    let statement = try database.cachedStatement(sql: "SELECT * FROM \(databaseTableName) \(query)")
    let cursor = try Row.fetchCursor(statement, arguments: arguments)
    var rows: [Self?] = []
    while let row = try cursor.next() { rows.append(try? Self(row: row.copy())) }
    return rows
  }

  static func readable(
    _ query: String, _ arguments: StatementArguments, in database: Database
  ) throws -> [Self] {
    try all(query, arguments, in: database).compactMap(\.self)
  }
}

protocol CatalogText: Codable, DatabaseValueConvertible, LosslessStringConvertible,
  RawRepresentable<String>
{}

extension CatalogText {
  var rawValue: String { description }

  init?(rawValue: String) { self.init(rawValue) }
}

extension PhotoID: CatalogText {}
extension RecipeID: CatalogText {}
extension ContentDigest: CatalogText {}

/// A list that a row stores as JSON and that is decoded only on request: a walk over a million rows needs few of them.
struct CatalogList: CatalogText, Equatable {
  let description: String

  init?(_ text: String) { description = text }

  init(_ elements: [JSONValue]) { description = JSONValue.array(elements).compactText }

  init(_ texts: [String]) { self.init(texts.map(JSONValue.string)) }

  var elements: [JSONValue] {
    description == "[]" ? [] : JSONValue(compactText: description)?.array ?? []
  }

  var texts: [String] { elements.compactMap(\.string) }
}

/// Reads a list in its order, a page at a time.
enum Pages {
  /// Visits every page; only one page is in memory, and the visitor may change the list.
  ///
  /// `place` is that of an element in the order; `read` returns the next ones after a place, none at the end.
  static func forEach<Element, Place>(
    after start: Place, place: (Element) -> Place,
    read: (Place) throws -> [Element], visit: ([Element]) throws -> Void
  ) throws {
    var last = start
    while true {
      let page = try read(last)
      guard let end = page.last else { return }
      try visit(page)
      last = place(end)
    }
  }
}
