internal import PhotoCatalog
public import SystemPackage

/// What became of one damaged file.
public struct MendingEvent: Hashable, Sendable {
  /// Whether the file is whole again.
  public let isMended: Bool
  /// The file.
  public let path: FilePath
  /// How it was mended, or why not, in one sentence.
  public let message: String
  /// What to do, or `nil` when nothing need be done.
  public let remedy: String?

  init(_ event: RepairEvent) {
    switch event {
    case .mended(let path, let how):
      (isMended, self.path, message, remedy) = (true, path, how, nil)
    case .notMended(let path, let why, let remedy):
      (isMended, self.path, message, self.remedy) = (false, path, why, remedy)
    }
  }
}

extension MendingEvent: CustomStringConvertible {
  /// The event on one line, for people.
  public var description: String {
    "\(isMended ? "mended" : "not mended")  \(path.displayText): \(message)"
      + (remedy.map { " " + $0 } ?? "")
  }
}

extension MendingEvent {
  /// Returns the event as one JSON line.
  public func jsonLine() throws -> String {
    let shown = JSONPath(path)
    return try JSONLine.encode(
      Form(
        event: isMended ? "mended" : "not-mended", path: shown.text,
        pathBytes: shown.percentEncoded, message: message, remedy: remedy))
  }

  private struct Form: Encodable {
    let event, path: String
    let pathBytes: String?
    let message: String
    let remedy: String?
  }
}

/// How much a repair did, and what is left.
public struct MendingSummary: Hashable, Sendable {
  private let summary: RepairSummary

  init(_ summary: RepairSummary) { self.summary = summary }

  /// Whether anything is still damaged.
  public var hasDamage: Bool { !summary.check.isSound }
}

extension MendingSummary: CustomStringConvertible {
  /// The summary on one line, for people.
  public var description: String {
    let rows = summary.rowsWritten + summary.rowsRemoved
    return "\(summary.mended) files mended, \(summary.notMended) not"
      + (rows > 0 ? ", \(rows) rows of the catalog corrected" : "")
      + "; " + StoreCheckSummary(summary.check).description
  }
}

extension MendingSummary {
  /// Returns the summary as the last JSON line.
  public func jsonLine() throws -> String {
    let check = summary.check
    return try JSONLine.encode(
      Form(
        mended: summary.mended, notMended: summary.notMended, rowsWritten: summary.rowsWritten,
        rowsRemoved: summary.rowsRemoved, photos: check.photos, files: check.files,
        findings: check.findings, damages: check.damages, notes: check.notes))
  }

  private struct Form: Encodable {
    var event = "summary"
    let mended, notMended, rowsWritten, rowsRemoved: Int
    let photos, files, findings, damages, notes: Int
  }
}

/// How a catalog that was made anew compares with the one before.
public struct CatalogComparison: Hashable, Sendable {
  private let report: RebuildReport

  init(_ report: RebuildReport) { self.report = report }
}

extension CatalogComparison: CustomStringConvertible {
  /// The comparison on one line, for people.
  public var description: String {
    let same = "the same as before"
    let differences =
      "\(report.added) new, \(report.changed) different, \(report.removed) gone"
    return "\(report.rows) photos in the catalog, \(report.isSame ? same : differences)"
  }
}

extension CatalogComparison {
  /// Returns the comparison as one JSON line.
  public func jsonLine() throws -> String {
    try JSONLine.encode(
      Form(
        photos: report.rows, added: report.added, changed: report.changed,
        removed: report.removed))
  }

  private struct Form: Encodable {
    var event = "summary"
    let photos, added, changed, removed: Int
  }
}
