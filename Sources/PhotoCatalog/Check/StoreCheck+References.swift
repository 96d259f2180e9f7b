import GRDB
import PhotoStore
import SystemFiles
import SystemPackage

extension StoreCheck {
  /// Reads every document that says what is in use, and reports those that cannot be read.
  mutating func checkDocuments() throws {
    var problems: [StoreError] = []
    var scan = ReferenceScan(store, into: survey) { problems.append($0.error) }
    _ = try scan.run(over: ReferenceRoot.all(of: paths, and: designFolders))
    for problem in problems {
      try found(
        .unreadableDocument, FilePath(problem.path), problem.message, recovery: problem.recovery)
    }
  }

  /// Reports every file that a document names and that is not there.
  mutating func checkReferences() throws {
    var last = ("", "")
    while true {
      let page = try survey.references(after: last)
      for reference in page {
        last = (reference.name, reference.document)
        let folder = reference.name.hasSuffix(".json") ? paths.albums : paths.images
        let path = folder.appending(reference.name)
        guard try fileSystem.status(of: path, followingLinks: false) == nil else { continue }
        try found(
          .danglingReference, path, "\(reference.document) names this file, and it is not there.",
          recovery: try trash.holds(.images, reference.name)
            ? "'photoprep clean' brings it back from the trash."
            : "Prepare its photo again, or change what names it.")
      }
      if page.isEmpty { return }
    }
  }

  /// Notes every file in the trash.
  mutating func checkTrash() throws {
    var check = self
    try TrashedFile.forEach(in: store) { _, path, _ in
      try check.found(
        .trashedFile, path, "A cleanup moved this file to the trash.",
        recovery: "'photoprep clean --restore' brings it back.")
    }
    self = check
  }
}

extension Survey {
  /// Returns the next places of documents that name a file for certain, in the order of names.
  func references(
    after last: (name: String, document: String)
  ) throws(StoreError) -> [(name: String, document: String)] {
    try flush()
    return try scratch.use { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT DISTINCT name, label FROM reference
          JOIN document ON document.id = reference.document
          WHERE isCertain AND (name, label) > (?, ?) ORDER BY name, label LIMIT 1000
          """, arguments: [last.name, last.document]
      ).map { ($0[0], $0[1]) }
    }
  }

  /// Whether a document or a record names a file.
  func isNamed(_ name: String) throws(StoreError) -> Bool {
    try flush()
    return try scratch.use { database in
      let key = NamedFile.key(name)
      let named = try database.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM reference WHERE key = ?)
          OR EXISTS (SELECT 1 FROM claim WHERE key = ?)
          """)
      return try Bool.fetchOne(named, arguments: [key, key]) ?? false
    }
  }
}
