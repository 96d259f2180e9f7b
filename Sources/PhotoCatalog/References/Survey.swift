import GRDB
import PhotoStore

/// What one call found in a store: which documents and records name which files, and which files
/// there are.
///
/// Everything is in a database for the length of the call, so that memory does not grow with the
/// store.
final class Survey: ReferenceSink {
  let scratch: Scratch
  private var documents: [(document: SurveyDocument, names: [NamedFile])] = []
  private var files: [String] = []
  private var claims: [String] = []
  private var pendingCount = 0

  /// How many things are held back for one transaction; ours.
  private static let batchSize = 2000

  init() throws(StoreError) { scratch = try Scratch(Self.schema) }

  /// Adds a document and the files it names.
  func add(_ document: SurveyDocument, names: [NamedFile]) throws(StoreError) {
    documents.append((document, names))
    try flushIfDue(names.count + 1)
  }

  /// Adds a file in the folder of images.
  func add(file name: String) throws(StoreError) {
    files.append(name)
    try flushIfDue(1)
  }

  /// Adds the files a record names beside the four every record has.
  func add(claims names: [String]) throws(StoreError) {
    claims += names
    try flushIfDue(names.count)
  }

  private func flushIfDue(_ count: Int) throws(StoreError) {
    pendingCount += count
    if pendingCount >= Self.batchSize { try flush() }
  }

  /// Writes what was held back.
  func flush() throws(StoreError) {
    if pendingCount == 0 { return }
    try scratch.use { database in
      for (document, names) in documents { try document.save(names, in: database) }
      let file = try database.cachedStatement(sql: "INSERT OR REPLACE INTO file VALUES (?,?)")
      for name in files { try file.execute(arguments: [name, NamedFile.key(name)]) }
      let claim = try database.cachedStatement(sql: "INSERT OR IGNORE INTO claim VALUES (?)")
      for name in claims { try claim.execute(arguments: [NamedFile.key(name)]) }
    }
    (documents, files, claims, pendingCount) = ([], [], [], 0)
  }

  private static let schema = """
    CREATE TABLE document (id INTEGER PRIMARY KEY, label TEXT NOT NULL);
    CREATE TABLE reference (
      key TEXT NOT NULL, document INTEGER NOT NULL, name TEXT NOT NULL, isCertain INTEGER NOT NULL,
      PRIMARY KEY (key, document)
    ) WITHOUT ROWID;
    CREATE TABLE file (name TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX fileKey ON file (key);
    CREATE TABLE claim (key TEXT PRIMARY KEY) WITHOUT ROWID;
    """
}

extension SurveyDocument {
  fileprivate func save(_ names: [NamedFile], in database: Database) throws {
    try database.cachedStatement(sql: "INSERT INTO document (label) VALUES (?)")
      .execute(arguments: [label])
    let id = database.lastInsertedRowID
    let reference = try database.cachedStatement(
      sql: """
        INSERT INTO reference VALUES (?,?,?,?)
        ON CONFLICT DO UPDATE SET isCertain = max(isCertain, excluded.isCertain)
        """)
    for file in names {
      try reference.execute(arguments: [NamedFile.key(file.name), id, file.name, file.isCertain])
    }
  }
}
