/// One broken rule in one file.
public struct IconFinding: Sendable, Hashable {
  /// The id of the rule, for example `alpha-channel`.
  public let rule: String
  /// Its severity.
  public var severity: Severity
  /// The App Store Connect code or tool message that it causes.
  public let prevents: String?
  /// The fact, with both numbers if there are two, ending with a full stop; the file is the report's.
  public let message: String
  /// An action that resolves the finding; if a command does, it is the last line.
  public let remedy: String
  /// The command alone, for a shell in the folder relative to which the path was given; `nil` without one.
  public var command: String? { fact.command }

  /// What the rule's check said, with the place to correct.
  let fact: Fact

  init(rule: Rule, fact: Fact) {
    self.fact = fact
    self.rule = rule.id
    severity = fact.severity ?? rule.severity
    prevents = fact.prevents ?? rule.prevents
    message = (fact.message.hasSuffix(".") ? fact.message : fact.message + ".").displayText
    remedy = [fact.remedy, fact.command ?? ""].filter { !$0.isEmpty }.map(\.displayText)
      .joined(separator: "\n")
  }
}

/// The kind of a report's subject.
public enum SubjectKind: String, Sendable, Hashable {
  /// One picture file, whatever type its bytes have.
  case png
  case appiconset
  case xcassets
  case icon
  /// A folder with a project description in it.
  case project
}

/// The properties of a picture file, from its bytes.
public struct ImageFacts: Sendable, Hashable {
  /// Whether every pixel was read without an error; `nil` when only the headers were read.
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

/// A part of a project that was not read, so that there are no findings about it.
public struct UnreadPart: Sendable, Hashable {
  /// The file, below the project's folder; `.` for the folder itself.
  public let path: String
  /// The fact, without a full stop.
  public let reason: String
  /// What to do about it.
  package var remedy = "Look at this part by hand, or build it."
}

/// How much of a project was checked.
public struct ProjectScope: Sendable, Hashable {
  /// The number of project descriptions that were read: Xcode projects and XcodeGen's files.
  public var projects = 0
  /// The number of targets in them.
  public var targets = 0
  /// The number of asset catalogs and Icon Composer documents that were checked.
  public var catalogs = 0
  /// The parts that were not read.
  public var unread: [UnreadPart] = []
  /// The files of XcodeGen that were read, with those that they include, Xcode projects and `.xcconfig` files, and the
  /// places of catalogs and documents.
  var described: Set<String> = []
}

/// All findings about one file or folder.
public struct FileReport: Sendable, Hashable {
  /// The path as it was given, or below it.
  public let path: String
  /// The kind of the path's contents.
  public let kind: SubjectKind
  /// The findings, worst first, in the order of the rules within a severity.
  public var findings: [IconFinding]
  /// The properties of a picture file.
  public private(set) var image: ImageFacts?
  /// How much of a project was checked.
  public private(set) var scope: ProjectScope?

  /// The severity of the worst finding.
  public var worst: Severity? { findings.map(\.severity).max() }
}
