import Foundation
import GRDB
import PhotoStore
import SystemFiles
import SystemPackage

/// What a cleanup would do, before it does it.
///
/// Holds its files in a database of its own, so that memory does not grow with the store.
public final class CleanupPlan {
  /// How much there is to do.
  public let summary: CleanupSummary

  let options: CleanupOptions
  let survey: CleanupSurvey
  let trash: TrashList
  /// What the documents were when the plan was made.
  let documents: DocumentsDigest
  private let paths: StorePaths

  init(
    _ store: Store, _ options: CleanupOptions, _ survey: CleanupSurvey, _ trash: TrashList,
    _ documents: DocumentsDigest, _ summary: CleanupSummary
  ) {
    (self.options, self.survey, self.trash) = (options, survey, trash)
    (self.documents, self.summary, paths) = (documents, summary, store.paths)
  }

  /// Visits everything there is to do, and every file that stays although nothing names it.
  ///
  /// - Parameter report: Called with each.
  /// - Throws: `scratch`; what `report` throws.
  public func forEachEvent(_ report: (CleanupEvent) throws -> Void) throws {
    try trash.forEach(.needed) { file, size in
      try report(CleanupEvent(.needed, file.place(in: paths), size, .referenced))
    }
    try trash.forEach(.expired) { file, size in
      let place = paths.trash.appending(file.trashName)
      try report(CleanupEvent(.expired, place, size, .expired))
    }
    try survey.forEachPlanned { file in
      try report(file.event(file.decision == .trash ? .orphan : .kept, paths))
    }
  }
}

/// A file of a plan.
struct PlannedFile {
  enum Decision: Int {
    case keepYoung = 0
    case keepHandMade = 1
    case trash = 2
  }

  let origin: TrashedFile.Origin
  let name: String
  let size: Int
  let modified: Int64
  let decision: Decision

  func event(
    _ kind: CleanupEvent.Kind, _ paths: StorePaths, _ reason: CleanupEvent.Reason? = nil
  ) -> CleanupEvent {
    let planned: CleanupEvent.Reason =
      switch decision {
      case .keepYoung: .young
      case .keepHandMade: .handMade
      case .trash: .unreferenced
      }
    let place = TrashedFile(origin, name, at: 0).place(in: paths)
    return CleanupEvent(kind, place, size, reason ?? planned)
  }
}

extension CleanupSurvey {
  /// Decides about every file that nothing names.
  ///
  /// A photo is one thing: its record and all files the record names stay as long as anything names
  /// one of them, and they go together. Every other file stands for itself.
  ///
  /// - Parameter cutoff: What changed after this time is young, in nanoseconds since 1970-01-01 UTC.
  /// - Throws: `scratch`.
  func decide(cutoff: Int64) throws(StoreError) {
    try flush()
    try scratch.use { database in
      try database.execute(sql: Self.planSchema)
      try database.execute(sql: Self.claims)
      try database.execute(sql: Self.photoRules)
      try database.execute(sql: Self.photoDecisions, arguments: [cutoff])
      try database.execute(sql: Self.photoFiles)
      try database.execute(sql: Self.loosePlan, arguments: [cutoff])
    }
  }

  /// Visits the plan: records before files, so that no record is in place without its files, and in
  /// the order of their names.
  func forEachPlanned(_ visit: (PlannedFile) throws -> Void) throws {
    try forEachPage(after: (-1, ""), place: { ($0[0], $0[1]) }) {
      (last: (isFile: Int, name: String)) in
      try scratch.use { database in
        try Row.fetchAll(
          database,
          sql: """
            SELECT isFile, name, size, modified, decision FROM plan
            WHERE (isFile, name) > (?, ?) ORDER BY isFile, name LIMIT 1000
            """, arguments: [last.isFile, last.name])
      }
    } visit: { rows in
      for row in rows {
        guard let decision = PlannedFile.Decision(rawValue: row[4]) else { continue }
        try visit(
          PlannedFile(
            origin: row[0] == 0 ? .photos : .images, name: row[1], size: row[2], modified: row[3],
            decision: decision))
      }
    }
  }

  /// Whether the plan moves a file.
  func isTrashed(_ file: PlannedFile) throws(StoreError) -> Bool {
    try scratch.use { database in
      try Int.fetchOne(
        database.cachedStatement(sql: "SELECT decision FROM plan WHERE isFile = ? AND name = ?"),
        arguments: [file.origin == .images, file.name]) == PlannedFile.Decision.trash.rawValue
    }
  }

  private static let planSchema = """
    CREATE TABLE plan (
      isFile INTEGER NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL,
      modified INTEGER NOT NULL, decision INTEGER NOT NULL, PRIMARY KEY (isFile, name)
    ) WITHOUT ROWID;
    CREATE TABLE photo (
      record TEXT PRIMARY KEY, newest INTEGER NOT NULL, isHandMade INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE decided (
      record TEXT PRIMARY KEY, decision INTEGER NOT NULL
    ) WITHOUT ROWID;
    """

  /// Which photos the files with other names belong to; one that a person worked on comes first.
  private static let claims = """
    UPDATE file SET record = (
      SELECT record FROM claim LEFT JOIN record USING (record) WHERE claim.key = file.key
      ORDER BY isHandMade DESC LIMIT 1)
    WHERE record IS NULL AND key IN (SELECT key FROM claim)
    """

  /// When each photo last changed.
  private static let photoRules = """
    INSERT INTO photo SELECT record, modified, isHandMade FROM record;

    INSERT INTO photo SELECT record, max(modified), 0 FROM file WHERE record IS NOT NULL
    GROUP BY record
    ON CONFLICT DO UPDATE SET newest = max(newest, excluded.newest);
    """

  private static let photoDecisions = """
    INSERT INTO decided
    SELECT record, CASE WHEN isHandMade THEN 1 WHEN newest > ? THEN 0 ELSE 2 END FROM photo
    """

  private static let photoFiles = """
    INSERT INTO plan
    SELECT 0, record || '.json', size, modified, decision FROM record JOIN decided USING (record)
    UNION ALL
    SELECT 1, name, size, modified, decision FROM file JOIN decided USING (record);
    """

  private static let loosePlan = """
    INSERT INTO plan
    SELECT 1, name, size, modified, CASE WHEN modified > ? THEN 0 ELSE 2 END FROM file
    WHERE record IS NULL;
    """
}
