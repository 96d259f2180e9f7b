import Foundation

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
