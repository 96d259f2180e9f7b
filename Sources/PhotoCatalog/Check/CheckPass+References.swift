import PhotoGeometry
import PhotoStore
import SystemFiles
import SystemPackage

extension CheckPass {
  /// Reads every document that says which files are in use, and reports those that cannot be read.
  mutating func checkDocuments() throws {
    var problems: [PhotoprepError] = []
    var scan = ReferenceScan(store, into: index) { problems.append($0) }
    _ = try scan.run(over: ReferenceRoot.all(of: paths, and: check.designFolders))
    for problem in problems {
      try found(
        problem.stopsCleanup ? .unreadableDocument : .foreignFile,
        FilePath(problem.path), problem.message, remedy: problem.remedy)
    }
    hasPreferences = scan.hasPreferences
    if hasPreferences, summary.photos > 0 {
      try found(
        .appCleanup, paths.images,
        "The app's \"Clean Up\" removes every image that no design in its preferences names, those "
          + "of prepared photos, albums and pins too.",
        remedy: "To keep a photo there, bring it into the app as a design, with a package.")
    }
  }

  /// Reports every file that a document names and that is not there.
  mutating func checkReferences() throws {
    for file in index.certain {
      let folder = file.name.hasSuffix(".json") ? paths.albums : paths.images
      let path = folder.appending(file.name)
      let isThere = try fileSystem.has(path)
      for document in file.documents {
        if isThere {
          try checkRender(file.name, in: document, path)
        } else {
          try reportMissing(path, in: document)
        }
      }
    }
  }

  private mutating func reportMissing(_ path: FilePath, in document: String) throws {
    try found(
      .danglingReference, path, "\(document) names this file, and it is not there.",
      remedy: trash.holds(path)
        ? "'photoprep clean' brings it back from the trash."
        : "Prepare its photo again, or change what names it.")
  }

  /// Collects the files that a photo with hand work shows.
  mutating func noteHandWork(of record: PhotoRecord) {
    guard record.preparation.hand != nil else { return }
    let shown = record.preparation.shownRenders.map(\.name.description)
    shownByHand[record.id] = Set(shown)
  }

  /// Notes a design that shows another render than its photo does since a person framed it.
  ///
  /// Albums name the automatic render beside the manual one, so they are left to `checkAlbums()`.
  private mutating func checkRender(_ name: String, in document: String, _ path: FilePath) throws {
    guard let stored = StoredFileName(name), stored.role != .master,
      let shown = shownByHand[stored.record], !shown.contains(name),
      !document.hasPrefix("\(paths.layout.albums)/")
    else { return }
    try found(
      .olderRender, path,
      "\(document) shows this render; the photo shows another one since a person framed it.",
      remedy: "Choose the photo again in the design to show that one.")
  }

  /// Notes the albums that show another render of a photo than the photo does since a person framed it.
  mutating func checkAlbums() throws {
    if shownByHand.isEmpty { return }
    let albums = Albums(of: store)
    for name in try albums.names() {
      // One that cannot be read is reported with the other documents.
      guard let album = try? albums.album(name) else { continue }
      for entry in album.entries { try checkRenders(of: entry, in: name) }
    }
  }

  private mutating func checkRenders(of entry: AlbumEntry, in album: String) throws {
    guard let id = entry.record, let shown = shownByHand[id] else { return }
    for family in RenderFamily.allCases {
      guard let name = entry.renders[family]?.fileNames.first, !shown.contains(name),
        StoredFileName(name)?.record == id
      else { continue }
      try found(
        .olderRender, paths.images.appending(name),
        "\(paths.layout.albums)/\(album) shows this render; the photo shows another one since a "
          + "person framed it.",
        remedy: "'photoprep album add \(ShellWord.quoted(album)) \(id)' takes that one.")
    }
  }

  mutating func checkTrash() throws {
    try TrashedFile.forEach(in: paths.trash, of: fileSystem) { _, path, _ in
      summary.trashed += 1
      try found(
        .trashedFile, path, "This file is in the trash.",
        remedy: "'photoprep clean --restore' brings it back.")
    }
  }
}
