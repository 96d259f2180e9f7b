import Foundation
public import PhotoStore
import SystemFiles
import SystemPackage

/// A document that should say what is in use, and cannot be read.
public struct ReferenceProblem: Sendable {
  /// Why; its path is the document's.
  public let error: StoreError
}

/// Reads every document of a store that says which files are in use, but only those that changed
/// since the catalog took them in.
struct ReferenceScan {
  let fileSystem: any FileSystem
  let paths: StorePaths
  let catalog: Catalog?
  let now: Date
  let survey: Survey
  let report: (ReferenceProblem) throws -> Void

  private var keeper: DocumentKeeper
  /// How many documents were looked at.
  private(set) var documentCount = 0
  /// How many cannot be read.
  private(set) var problemCount = 0
  /// Whether the preferences of the published app say which files are in use.
  private(set) var hasPreferences = false

  init(
    _ store: Store, into survey: Survey, _ report: @escaping (ReferenceProblem) throws -> Void
  ) {
    (fileSystem, paths, catalog) = (store.fileSystem, store.paths, store.catalog)
    now = store.environment.clock()
    (self.survey, self.report) = (survey, report)
    keeper = DocumentKeeper(store)
  }

  /// Reads all documents below some roots, and the pins.
  mutating func run(over roots: [ReferenceRoot]) throws {
    for root in roots { try scan(root) }
    try FolderNames.forEach(in: paths.pins, of: fileSystem) { name in
      guard !name.isHidden else { return }
      documentCount += 1
      try survey.add(
        SurveyDocument(label: Pins.label, modified: nil),
        names: [NamedFile(name: name.string, isCertain: true)])
    }
    try survey.flush()
    keeper.finish(roots)
  }

  private mutating func scan(_ root: ReferenceRoot) throws {
    let status = try fileSystem.status(of: root.folder, followingLinks: true)
    guard status != nil || root.isRequired else { return }
    var walk = FileWalk([root.folder], in: fileSystem)
    while let entry = walk.next() {
      switch entry {
      case .file(let path, let status): try take(path, status, of: root)
      case .unreadable(_, let error): try found(StoreError(error))
      }
    }
    if walk.skipped.symbolicLinks + walk.skipped.special > 0 {
      try found(.linksBesideDocuments(root.folder, walk.skipped))
    }
  }

  private mutating func take(
    _ path: FilePath, _ status: FileStatus, of root: ReferenceRoot
  ) throws {
    let name = path.lastComponent?.string ?? ""
    if root.kind == .preferences, root.isForeign(name) { return }
    do throws(StoreError) {
      let row = try row(of: path, status, in: root)
      guard let names = row.names else { return }
      documentCount += 1
      if root.kind == .preferences { hasPreferences = true }
      do { try survey.add(document(path, status, in: root), names: names) } catch {
        throw StoreError(error, catalog: "")
      }
    } catch {
      let isDamaged = error.code == .unreadableDocument
      if isDamaged && root.isForeign(name) { return }
      try found(error)
    }
  }

  /// Returns what a document names: as the catalog knows it, or as it is read now.
  private mutating func row(
    of path: FilePath, _ status: FileStatus, in root: ReferenceRoot
  ) throws(StoreError) -> DocumentRow {
    let relative = Array(path.bytes.dropFirst(root.folder.bytes.count).drop { $0 == 0x2F })
    let known = try catalog?.read {
      try DocumentRow.find(root: root.key, path: relative, in: $0)
    }
    if let known, known.stamp == DocumentStamp(status) { return known }
    let contents = try filing { () throws(SystemError) in
      try fileSystem.readFile(
        at: path, limit: PhotoContainer.documentByteLimit, followingLinks: false)
    }
    let digest = ContentDigest(of: contents.bytes)
    let names =
      known?.digest == digest
      ? known?.names : try root.names(in: contents.bytes, path: path.string)
    let row = DocumentRow(
      root: root.key, path: relative, stamp: DocumentStamp(contents.status), digest: digest,
      names: names)
    let identity = SourceIdentity(path: path, status: contents.status, observedAt: now)
    if !identity.isRacy { keeper.take(row) }
    return row
  }

  private func document(
    _ path: FilePath, _ status: FileStatus, in root: ReferenceRoot
  ) -> SurveyDocument {
    let container = paths.container.string
    let text = path.string
    let isInside = text.hasPrefix(container)
    return SurveyDocument(
      label: isInside ? String(text.dropFirst(container.count).drop { $0 == "/" }) : text,
      modified: root.kind == .designs ? status.modified : nil)
  }

  private mutating func found(_ error: StoreError) throws {
    problemCount += 1
    try report(ReferenceProblem(error: error))
  }
}

extension StoreError {
  fileprivate static func linksBesideDocuments(
    _ folder: FilePath, _ skipped: FileWalk.Skipped
  ) -> StoreError {
    StoreError(
      .unreadableDocument, path: folder.string,
      message: "The folder holds \(skipped.symbolicLinks) symbolic links and \(skipped.special) "
        + "FIFOs, sockets or devices, which are not read; what they name would count as unused.",
      recovery: "Replace them by the documents, or move them out of the folder.")
  }
}
