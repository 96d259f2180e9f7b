import Foundation

extension [FileReport] {
  /// The findings as a SARIF 2.1.0 log (OASIS standard), for code-scanning services.
  ///
  /// - Parameters:
  ///   - version: The version of the program, which is named as the tool.
  ///   - documentation: The address of the page of the rules, whose headings are their ids, `docs/icon-rules.md` of
  ///     this repository; `nil` leaves it out, as the standard only allows absolute addresses (decision 0418).
  /// - Returns: The whole log, indented, ending with a line break.
  public func sarif(version: String, documentation: String? = nil) -> String {
    Self.indented(SARIFLog(self, version: version, documentation))
  }

  /// Findings in the form of another tool, as indented JSON that ends with a line break.
  static func indented(_ log: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    // Encoding strings and numbers cannot fail.
    let data = (try? encoder.encode(log)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

extension IconFinding {
  /// A text that is equal for a finding whose file was shifted by some lines.
  func fingerprint(at place: FindingPlace) -> String {
    let text = [rule, place.path, message].joined(separator: "\n")
    return String(Array(text.utf8).withUnsafeBytes { Fingerprint.of($0) }, radix: 16)
  }
}

/// The part of SARIF that a linter uses; property names are the standard's.
private struct SARIFLog: Encodable {
  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  let runs: [Run]

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  init(_ reports: [FileReport], version: String, _ documentation: String?) {
    let rules = Rule.all.map { Descriptor($0, documentation) }
    let results = reports.flatMap { report in
      report.findings.map { Result($0, of: report, rules: rules) }
    }
    let driver = Driver(
      name: "photoprep", semanticVersion: version, informationUri: documentation, rules: rules)
    runs = [Run(tool: ["driver": driver], results: results)]
  }

  struct Run: Encodable {
    let tool: [String: Driver]
    let results: [Result]
  }

  struct Driver: Encodable {
    let name: String
    let semanticVersion: String
    let informationUri: String?
    let rules: [Descriptor]
  }

  struct Descriptor: Encodable {
    let id: String
    let shortDescription, fullDescription, help: [String: String]
    let helpUri: String?
    let defaultConfiguration: [String: String]

    init(_ rule: Rule, _ documentation: String?) {
      id = rule.id
      helpUri = documentation.map { "\($0)#\(rule.id)" }
      shortDescription = ["text": rule.title]
      fullDescription = ["text": rule.explanation]
      help = ["text": "\(rule.explained)\nphotoprep icon explain \(rule.id)"]
      defaultConfiguration = ["level": rule.severity.rawValue]
    }
  }

  struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: [String: String]
    let locations: [[String: Location]]
    let partialFingerprints: [String: String]

    init(_ finding: IconFinding, of report: FileReport, rules: [Descriptor]) {
      ruleId = finding.rule
      ruleIndex = rules.firstIndex { $0.id == finding.rule } ?? -1
      level = finding.severity.rawValue
      message = ["text": "\(finding.message) \(finding.remedy)"]
      let place = FindingPlace(of: finding, in: report)
      locations = [
        [
          "physicalLocation": Location(
            artifactLocation: ["uri": Self.uri(place.path)], region: ["startLine": place.line])
        ]
      ]
      partialFingerprints = ["photoprepFinding/v1": finding.fingerprint(at: place)]
    }

    /// A relative path stays relative, with RFC 3986's reserved characters escaped.
    private static func uri(_ path: String) -> String {
      let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
      return path.hasPrefix("/") ? "file://" + escaped : escaped
    }
  }

  struct Location: Encodable {
    let artifactLocation: [String: String]
    let region: [String: Int]
  }
}

extension [FileReport] {
  /// The findings as a report of code quality, which GitLab shows in a merge request.
  ///
  /// Format: docs.gitlab.com, "Code Quality report format"; an error is `critical` there, a warning `minor`, a note
  /// `info`.
  public var gitLabReport: String {
    Self.indented(flatMap { report in report.findings.map { GitLabIssue($0, in: report) } })
  }
}

/// A finding with GitLab's names of its properties.
private struct GitLabIssue: Encodable {
  struct Location: Encodable {
    let path: String
    let lines: [String: Int]
  }

  let description: String
  let checkName: String
  let fingerprint: String
  let severity: String
  let location: Location

  enum CodingKeys: String, CodingKey {
    case description, fingerprint, severity, location
    case checkName = "check_name"
  }

  init(_ finding: IconFinding, in report: FileReport) {
    let place = FindingPlace(of: finding, in: report)
    description = "\(finding.message) \(finding.remedy)"
    checkName = finding.rule
    fingerprint = finding.fingerprint(at: place)
    severity =
      switch finding.severity {
      case .error: "critical"
      case .warning: "minor"
      case .note: "info"
      }
    location = Location(path: place.path, lines: ["begin": place.line])
  }
}

/// The place of a finding: the file to correct, and the line.
struct FindingPlace: Hashable {
  let path: String
  /// The line, from 1; 1 if unknown.
  let line: Int

  /// Finds the place; for a folder's findings, in the file that describes the folder, if it contains the finding's
  /// subject.
  init(of finding: IconFinding, in report: FileReport) {
    let files = finding.file.map { [Self.joined(report, $0)] } ?? []
    let own: [String] =
      switch report.kind {
      case .png, .project: []
      case .appiconset, .xcassets: [report.path + "/Contents.json"]
      case .icon: [report.path + "/icon.json"]
      }
    let text = (files + own).lazy.compactMap { path in Self.text(path).map { (path, $0) } }.first
    let places = files + files.map { Folder($0).parent } + [report.path]
    let folders = places.lazy.compactMap { Self.firstFile(in: Folder($0)) }
    // As a checkout names it, so that a pull request's file is found.
    let file = text?.0 ?? folders.first ?? report.path
    path = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
    line = text.map { Self.line(of: finding, in: $0.1) } ?? 1
  }

  /// The first file in a folder, as services that show findings only support files; `nil` if it is not a folder, or
  /// empty.
  private static func firstFile(in folder: Folder, depth: Int = 4) -> String? {
    guard depth > 0, folder.exists else { return nil }
    let children = ((try? folder.children()) ?? []).map { Folder(folder.path + "/" + $0) }
    return children.first { !$0.exists }?.path
      ?? children.lazy.compactMap { firstFile(in: $0, depth: depth - 1) }.first
  }

  /// A file of a project, whose report has the project's folder, or the `.xcodeproj` or `.xcworkspace` in it, as its
  /// path.
  private static func joined(_ report: FileReport, _ file: String) -> String {
    let folder = Folder(report.path)
    if folder.path == "." { return file }
    return (folder.isDescription || !folder.exists ? folder.parent : report.path)
      + "/" + file
  }

  private static func text(_ path: String) -> String? {
    (try? BoundedFile.read(path, limit: 32 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first line with the finding's subject, of several that one with its value, as each build configuration has its
  /// own.
  private static func line(of finding: IconFinding, in text: String) -> Int {
    guard let subject = finding.subject else { return 1 }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let found = lines.indices.filter { lines[$0].contains(subject) }
    let exact = finding.value.flatMap { value in
      found.first { index in
        let line = String(lines[index]).trimmingCharacters(in: valueEnds)
        return ["= ", "=", ": ", "\"", "'"].contains { line.hasSuffix($0 + value) }
      }
    }
    return 1 + (exact ?? found.first ?? 0)
  }

  /// What may stand behind a value in a line of a project.
  private static let valueEnds = CharacterSet(charactersIn: " \t;,\"'")
}
