import PhotoStore

/// One broken rule in one file.
public struct IconFinding: Sendable, Hashable {
  /// The id of the rule, for example `alpha-channel`.
  public let rule: String
  /// How much it matters.
  public var severity: Severity
  /// The App Store Connect code or tool complaint it leads to.
  public let prevents: String?
  /// The fact, with both numbers where there are two, ending with a full stop; the file is the report's.
  public let message: String
  /// An action that makes the finding go away; where a command does, it is the last line.
  public let remedy: String
  /// The command alone, for a shell in the folder in which the path was given; `nil` without one.
  public let command: String?

  init(rule: Rule, fact: Fact) {
    self.rule = rule.id
    severity = fact.severity ?? rule.severity
    prevents = fact.prevents ?? rule.prevents
    message = (fact.message.hasSuffix(".") ? fact.message : fact.message + ".").displayText
    remedy = [fact.remedy, fact.command ?? ""].filter { !$0.isEmpty }.map(\.displayText)
      .joined(separator: "\n")
    command = fact.command
  }
}

/// What kind of thing a report is about.
public enum SubjectKind: String, Sendable, Hashable {
  /// One picture file, whatever its bytes turned out to be.
  case png
  /// An app icon set of an asset catalog.
  case appiconset
  /// An asset catalog.
  case xcassets
  /// A document of Icon Composer.
  case icon
  /// A folder with a project description in it.
  case project
}

/// The properties of a picture file, as its bytes say.
public struct ImageFacts: Sendable, Hashable {
  /// Whether every pixel was read without an error; `nil` when only the headers were looked at.
  public let decodes: Bool?
  /// The number of columns, when there is a PNG header.
  public let width: Int?
  /// The number of rows.
  public let height: Int?
  /// Bits per sample.
  public let bitDepth: Int?
  /// PNG's number: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha.
  public let colorType: Int?
  /// Whether the rows come in Adam7's passes.
  public let isInterlaced: Bool?
  /// Whether the colour type has alpha.
  public let hasAlphaChannel: Bool?
  /// Whether there is a tRNS chunk.
  public let hasTransparencyChunk: Bool?
}

/// All findings about one file or folder.
public struct FileReport: Sendable, Hashable {
  /// The path as it was given, or below it.
  public let path: String
  /// What the path is.
  public let kind: SubjectKind
  /// The findings, worst first, in the order of the rules within a severity.
  public var findings: [IconFinding]
  /// The properties of a picture file.
  public let image: ImageFacts?

  init(path: String, kind: SubjectKind, findings: [IconFinding], image: ImageFacts? = nil) {
    self.path = path
    self.kind = kind
    self.findings = findings
    self.image = image
  }

  /// The severity of the worst finding.
  public var worst: Severity? { findings.map(\.severity).max() }
}
