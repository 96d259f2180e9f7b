import GRDB
import PhotoStore

/// The images that designs name which changed lately, in a database, as long as one call.
///
/// One of them that is not there may be on its way: an import may be under way.
final class YoungNames {
  private let cutoff: Int64
  private let scratch: Scratch
  private var pending: [(name: String, label: String)] = []

  /// How many names are held back for one transaction; ours.
  private static let batchSize = 2000

  init(cutoff: Int64) throws(StoreError) {
    self.cutoff = cutoff
    scratch = try Scratch(
      "CREATE TABLE young (name TEXT PRIMARY KEY, label TEXT NOT NULL) WITHOUT ROWID")
  }

  /// Takes the images a design names, if it is young.
  func add(_ document: SurveyDocument, _ names: [NamedFile]) throws(StoreError) {
    guard let modified = document.modified, modified > cutoff else { return }
    let label = document.label
    for file in names where file.isCertain && !file.name.hasSuffix(".json") {
      pending.append((file.name, label))
    }
    if pending.count >= Self.batchSize { try flush() }
  }

  /// Returns the first name that a test is true of, in the order of names, and a design with it.
  func first(
    where test: (String) throws -> Bool
  ) throws -> (name: String, document: String)? {
    try flush()
    var last = ""
    while true {
      let page = try scratch.use { database in
        try Row.fetchAll(
          database, sql: "SELECT name, label FROM young WHERE name > ? ORDER BY name LIMIT 1000",
          arguments: [last])
      }
      for row in page {
        last = row[0]
        if try test(last) { return (last, row[1]) }
      }
      if page.isEmpty { return nil }
    }
  }

  private func flush() throws(StoreError) {
    if pending.isEmpty { return }
    try scratch.use { database in
      let insert = try database.cachedStatement(
        sql: """
          INSERT INTO young VALUES (?,?)
          ON CONFLICT DO UPDATE SET label = min(label, excluded.label)
          """)
      for (name, label) in pending { try insert.execute(arguments: [name, label]) }
    }
    pending = []
  }
}
