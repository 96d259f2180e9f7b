import Foundation
import GRDB
import PhotoStore
import SystemFiles

/// A document as a survey knows it.
struct SurveyDocument {
  /// What people call it: its place in the container, or its whole path.
  let label: String
  /// When it last changed, in nanoseconds since 1970-01-01 UTC; `nil` for anything but a design,
  /// because apps write albums and preferences all the time.
  let modified: Int64?
}

/// What one call found in a store: which documents name which files, and, for cleaning, which files
/// and records there are.
///
/// Everything is in a database for the length of the call, so that memory does not grow with the
/// store.
final class Survey {
  let scratch: Scratch
  private var documents: [(document: SurveyDocument, names: [NamedFile])] = []
  private var files: [SurveyFile] = []
  private var records: [SurveyRecord] = []
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
  func add(_ file: SurveyFile) throws(StoreError) {
    files.append(file)
    try flushIfDue(1)
  }

  /// Adds a record.
  func add(_ record: SurveyRecord) throws(StoreError) {
    records.append(record)
    try flushIfDue(record.otherNames.count + 1)
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
      for file in files { try file.save(in: database) }
      for record in records { try record.save(in: database) }
    }
    (documents, files, records, pendingCount) = ([], [], [], 0)
  }

  /// Returns the images that designs name which changed after a time, and which are not among the
  /// files of this survey.
  func namesOfYoungDesigns(
    after cutoff: Int64
  ) throws(StoreError) -> [(document: String, name: String)] {
    try flush()
    return try scratch.use { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT label, name FROM reference JOIN document ON document.id = reference.document
          WHERE isCertain AND modified > ? AND name NOT LIKE '%.json'
          AND key NOT IN (SELECT key FROM file) ORDER BY label, name
          """, arguments: [cutoff]
      ).map { ($0[0], $0[1]) }
    }
  }

  private static let schema = """
    CREATE TABLE document (id INTEGER PRIMARY KEY, label TEXT NOT NULL, modified INTEGER);
    CREATE TABLE reference (
      key TEXT NOT NULL, document INTEGER NOT NULL, name TEXT NOT NULL, isCertain INTEGER NOT NULL,
      PRIMARY KEY (key, document)
    ) WITHOUT ROWID;
    CREATE TABLE liveRecord (record TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE file (
      name TEXT PRIMARY KEY, key TEXT NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      kind INTEGER NOT NULL, record TEXT
    ) WITHOUT ROWID;
    CREATE TABLE record (
      record TEXT PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      isHandMade INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE claim (
      key TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (key, record)
    ) WITHOUT ROWID;
    """
}

/// A file in the folder of images that this software can name.
struct SurveyFile {
  let name: String
  let kind: ImageFileKind
  let size: Int
  /// When it last changed, in nanoseconds since 1970-01-01 UTC.
  let modified: Int64
}

/// A record that can be read.
struct SurveyRecord {
  let id: RecordID
  let size: Int
  /// When it last changed or its photo was prepared, whichever is later, in nanoseconds since
  /// 1970-01-01 UTC.
  let modified: Int64
  /// The files it names beside the four every record has.
  let otherNames: [String]
}

extension SurveyDocument {
  fileprivate func save(_ names: [NamedFile], in database: Database) throws {
    try database.cachedStatement(sql: "INSERT INTO document (label, modified) VALUES (?,?)")
      .execute(arguments: [label, modified])
    let id = database.lastInsertedRowID
    let reference = try database.cachedStatement(
      sql: """
        INSERT INTO reference VALUES (?,?,?,?)
        ON CONFLICT DO UPDATE SET isCertain = max(isCertain, excluded.isCertain)
        """)
    let live = try database.cachedStatement(sql: "INSERT OR IGNORE INTO liveRecord VALUES (?)")
    for file in names {
      let key = NamedFile.key(file.name)
      try reference.execute(arguments: [key, id, file.name, file.isCertain])
      // A photo is in use as soon as any of its four files is named, there or not.
      if let stored = StoredFileName(key) {
        try live.execute(arguments: [stored.record.description])
      }
    }
  }
}

extension SurveyFile {
  fileprivate func save(in database: Database) throws {
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO file VALUES (?,?,?,?,?,?)")
      .execute(arguments: [
        name, NamedFile.key(name), size, modified, kind.rawValue,
        StoredFileName(name)?.record.description,
      ])
  }
}

extension SurveyRecord {
  fileprivate func save(in database: Database) throws {
    let record = id.description
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO record VALUES (?,?,?,?)")
      .execute(arguments: [
        record, size, modified, otherNames.contains(where: ImageFileKind.isHandMade),
      ])
    let claim = try database.cachedStatement(sql: "INSERT OR IGNORE INTO claim VALUES (?,?)")
    for name in otherNames { try claim.execute(arguments: [NamedFile.key(name), record]) }
  }
}
