import PhotoStore

extension [FileReport] {
  /// The findings as workflow commands, which GitHub Actions shows beside the files.
  ///
  /// Format: docs.github.com, "Workflow commands for GitHub Actions"; a note is a `notice` there.
  public var gitHubAnnotations: String {
    flatMap { report in report.findings.map { $0.annotation(of: report.path) + "\n" } }.joined()
  }
}

extension Finding {
  fileprivate func annotation(of path: String) -> String {
    let command = severity == .note ? "notice" : severity.rawValue
    let title = [rule, prevents].compactMap { $0 }.joined(separator: ": ")
    let text = "\(path.displayText) \(message) \(remedy)"
    return
      "::\(command) file=\(path.displayText.property),title=\(title.property)::\(text.commandData)"
  }
}

extension String {
  /// Per cent, carriage return and line feed as GitHub's runner unescapes them.
  fileprivate var commandData: String {
    replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// In a property, colons and commas too.
  fileprivate var property: String {
    commandData.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
