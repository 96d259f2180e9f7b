import GRDB
import PhotoStore
import SystemFiles

/// What a cleanup found in a store: what is in use, and every record and image that is not.
///
/// What is not in use is in a database for the length of the call; of what is in use ``UsedFiles``
/// holds a few bytes each. Documents are added first, records next, images last.
final class CleanupSurvey {
  let scratch: Scratch
  /// What is in use.
  let used: UsedFiles
  private var files: [SurveyFile] = []
  private var records: [SurveyRecord] = []
  private var claims: [(key: String, record: RecordID)] = []
  /// Hashes of the keys of all files that a record names beside the four every record has.
  private var claimed: Set<Int> = []
  /// Hashes of the keys of files whose names are spelled in another way than their keys.
  private var respelled: Set<Int> = []

  /// How many things are held back for one transaction; ours.
  private static let batchSize = 2000

  /// Makes an empty survey.
  ///
  /// - Parameter cutoff: What changed after this time is young, in nanoseconds since 1970-01-01 UTC.
  /// - Throws: `scratch`.
  init(cutoff: Int64) throws(StoreError) {
    scratch = try Scratch(Self.schema)
    used = try UsedFiles(cutoff: cutoff)
  }

  /// Adds a record.
  func add(_ record: SurveyRecord) throws(StoreError) {
    for name in record.otherNames {
      let key = NamedFile.key(name)
      claims.append((key, record.id))
      claimed.insert(key.hashValue)
    }
    if !used.contains(record.id) { records.append(record) }
    try flushIfDue()
  }

  /// Adds an image that is not in use.
  func add(_ file: SurveyFile) throws(StoreError) {
    files.append(file)
    try flushIfDue()
  }

  /// Whether a record names a file beside the four every record has.
  func isClaimed(_ key: String) -> Bool { claimed.contains(key.hashValue) }

  /// Remembers that there is a file whose name is not its key.
  func noteSpelling(of name: String, _ key: String) {
    if name != key { respelled.insert(key.hashValue) }
  }

  /// Whether there may be an image of this name in another spelling, such as in capitals.
  func mayHaveSpelling(_ key: String) -> Bool { respelled.contains(key.hashValue) }

  /// Whether something names a file in the trash, or a file of its photo.
  func isNeeded(_ file: TrashedFile) -> Bool {
    if let record = file.record, used.contains(record) { return true }
    return file.origin == .images && used.contains(NamedFile.key(file.name))
  }

  /// Takes every photo as used of which another file is, and every file that such a photo names.
  func followClaims() throws(StoreError) {
    try flush()
    while true {
      var found: [RecordID] = []
      try forEachClaim { key, record in
        let isUsed = used.contains(key)
        guard isUsed != used.contains(record) else { return }
        if !isUsed, let other = StoredFileName(key)?.record { found.append(other) }
        if isUsed { found.append(record) }
        used.insert(key)
        used.insert(record)
      }
      if found.isEmpty { return }
      try forget(found)
    }
  }

  private func forEachClaim(_ visit: (String, RecordID) -> Void) throws(StoreError) {
    try forEachPage(after: ("", ""), place: { ($0[0], $0[1]) }) {
      (last: (String, String)) throws(StoreError) in
      try scratch.use { database in
        try Row.fetchAll(
          database,
          sql: """
            SELECT key, record FROM claim WHERE (key, record) > (?, ?) ORDER BY key, record
            LIMIT 1000
            """, arguments: [last.0, last.1])
      }
    } visit: { (rows: [Row]) throws(StoreError) in
      for row in rows {
        if let record = RecordID(fileName: row[1] + ".json") { visit(row[0], record) }
      }
    }
  }

  private func forget(_ records: [RecordID]) throws(StoreError) {
    try scratch.use { database in
      let delete = try database.cachedStatement(sql: "DELETE FROM record WHERE record = ?")
      for record in records { try delete.execute(arguments: [record.description]) }
    }
  }

  private func flushIfDue() throws(StoreError) {
    if files.count + records.count + claims.count >= Self.batchSize { try flush() }
  }

  /// Writes what was held back.
  func flush() throws(StoreError) {
    if files.isEmpty && records.isEmpty && claims.isEmpty { return }
    try scratch.use { database in
      for file in files { try file.save(in: database) }
      for record in records { try record.save(in: database) }
      let claim = try database.cachedStatement(sql: "INSERT OR IGNORE INTO claim VALUES (?,?)")
      for (key, record) in claims { try claim.execute(arguments: [key, record.description]) }
    }
    (files, records, claims) = ([], [], [])
  }

  private static let schema = """
    CREATE TABLE file (
      name TEXT PRIMARY KEY, key TEXT NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      record TEXT
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
  /// What its name has in common with its other spellings.
  let key: String
  /// The prepared photo it belongs to by its name.
  let record: RecordID?
  let status: FileStatus
}

/// A record that can be read.
struct SurveyRecord {
  let id: RecordID
  let size: Int
  /// When it last changed or its photo was prepared or found prepared, whichever is latest, in
  /// nanoseconds since 1970-01-01 UTC.
  let modified: Int64
  /// The files it names beside the four every record has.
  let otherNames: [String]
}

extension SurveyFile {
  fileprivate func save(in database: Database) throws {
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO file VALUES (?,?,?,?,?)")
      .execute(arguments: [name, key, status.size, status.modified, record?.description])
  }
}

extension SurveyRecord {
  fileprivate func save(in database: Database) throws {
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO record VALUES (?,?,?,?)")
      .execute(arguments: [
        id.description, size, modified, otherNames.contains(where: ImageFileKind.isHandMade),
      ])
  }
}
