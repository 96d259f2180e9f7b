import PhotoStore

extension [FileReport] {
  /// The findings as lines that Xcode shows beside the files when a build phase prints them.
  ///
  /// Format: the compiler's, `path:line: severity: text`, which Xcode reads from any build phase.
  public var xcodeIssues: String {
    flatMap { report in
      report.findings.map { finding in
        "\(report.path.displayText):1: \(finding.severity.rawValue): "
          + "\(finding.message) \(finding.remedy) [\(finding.rule)]".displayText + "\n"
      }
    }.joined()
  }
}
