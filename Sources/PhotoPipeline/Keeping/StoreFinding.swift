internal import PhotoCatalog
public import SystemPackage

/// One thing that `store check` found.
public struct StoreFinding: Hashable, Sendable {
  /// What kind of thing it is, in stable kebab case.
  public let code: String
  /// `damage` or `note`.
  public let severity: String
  /// The file.
  public let path: FilePath
  /// What is so, in one sentence.
  public let message: String
  /// What to do about it, or `nil` when nothing need be done.
  public let remedy: String?

  /// Whether this is about a photo that older rules have cropped.
  public var isOlderCrop: Bool { code == Finding.Code.olderCrop.description }

  init(_ finding: Finding) {
    code = finding.code.description
    severity = finding.severity.rawValue
    path = finding.path
    message = finding.message
    remedy = finding.recovery
  }
}

extension StoreFinding: CustomStringConvertible {
  /// The finding on one line, for people.
  public var description: String {
    "\(severity) \(code)  \(path.displayText): \(message)" + (remedy.map { " " + $0 } ?? "")
  }
}

extension StoreFinding {
  /// Returns the finding as the one JSON line that `store check --json` prints.
  public func jsonLine() throws -> String { try JSONLine.encode(Form(self)) }

  private struct Form: Encodable {
    var event = "finding"
    let code, severity, path, message: String
    let pathBytes, remedy: String?

    init(_ finding: StoreFinding) {
      let shown = JSONPath(finding.path)
      (path, pathBytes) = (shown.text, shown.percentEncoded)
      (code, severity) = (finding.code, finding.severity)
      (message, remedy) = (finding.message, finding.remedy)
    }
  }
}

/// What a check looked at and how much it found.
public struct StoreCheckSummary: Hashable, Sendable {
  /// How many records there are.
  public let photos: Int
  /// How many files of records were looked at.
  public let files: Int
  /// How many findings are damage.
  public let damages: Int
  /// How many findings are notes.
  public let notes: Int

  /// How many photos older rules have cropped; each is one of the notes.
  public let olderCrops: Int

  /// Whether anything is damaged.
  public var hasDamage: Bool { damages > 0 }

  init(_ summary: CheckSummary) {
    (photos, files) = (summary.photos, summary.files)
    (damages, notes) = (summary.damages, summary.notes)
    olderCrops = summary.olderCrops
  }
}

extension StoreCheckSummary: CustomStringConvertible {
  /// The summary on one line, for people.
  public var description: String {
    "\(photos) photos, \(files) files: "
      + (damages + notes == 0 ? "all whole" : "\(damages) damaged, \(notes) notes")
      + (olderCrops == 0 ? "" : "; \(olderCrops) cropped by older rules")
  }
}

extension StoreCheckSummary {
  /// Returns the summary as the last JSON line that `store check --json` prints.
  public func jsonLine() throws -> String {
    try JSONLine.encode(
      Form(
        photos: photos, files: files, findings: damages + notes, damages: damages, notes: notes,
        olderCrops: olderCrops))
  }

  private struct Form: Encodable {
    var event = "summary"
    let photos, files, findings, damages, notes, olderCrops: Int
  }
}
