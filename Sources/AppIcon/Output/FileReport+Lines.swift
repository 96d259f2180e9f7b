import PhotoStore

extension [FileReport] {
  /// The reports for people: each file with its findings, then one line with the counts.
  ///
  /// - Parameter styled: Whether severities are coloured by ANSI escapes, for a terminal.
  /// - Returns: Lines that end with a line break; files without findings are only counted.
  public func text(styled: Bool = false) -> String {
    let files = filter { !$0.findings.isEmpty }.map { report in
      let lines = [report.path.lineText] + report.findings.map { $0.text(styled: styled) }
      return lines.joined(separator: "\n") + "\n"
    }
    return (files + [summary]).joined(separator: "\n") + "\n"
  }

  /// The number of findings of each severity, and of files.
  public var summary: String {
    let found = Severity.allCases.reversed().compactMap { severity in
      let count = count(of: severity)
      return count == 0 ? nil : Self.counted(count, severity.rawValue)
    }
    return "\(Self.counted(count, "item")) checked\(scope): "
      + (found.isEmpty ? "nothing to mention" : found.joined(separator: ", "))
  }

  /// How much of projects was checked, in brackets; empty where none was looked for.
  private var scope: String {
    let scopes = compactMap(\.scope)
    if scopes.isEmpty { return "" }
    func sum(_ part: (ProjectScope) -> Int, _ noun: String) -> String {
      Self.counted(scopes.map(part).reduce(0, +), noun)
    }
    let projects =
      scopes.contains { $0.projects > 0 }
      ? [sum(\.projects, "project"), sum(\.targets, "target")] : ["no project that is read"]
    let counts = projects + [sum(\.catalogs, "catalog")]
    return " (\(counts.joined(separator: ", ")))"
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The number of findings of one severity.
  public func count(of severity: Severity) -> Int {
    reduce(0) { sum, report in sum + report.findings.count { $0.severity == severity } }
  }

  /// Whether the findings make a run fail: any error, and any warning when strict.
  public func fails(strict: Bool = false) -> Bool {
    contains { report in (report.worst ?? .note) >= (strict ? .warning : .error) }
  }
}

extension IconFinding {
  fileprivate func text(styled: Bool) -> String {
    let word = severity.rawValue + String(repeating: " ", count: 7 - severity.rawValue.count)
    let shown = styled ? "\u{1B}[\(style)m\(word)\u{1B}[0m" : word
    let code = prevents.map { ", prevents \($0)" } ?? ""
    let remedyText = remedy.split(separator: "\n").map { "\n           \(String($0).lineText)" }
      .joined()
    return "  \(shown)  \(message.lineText) [\(rule)\(code)]" + remedyText
  }

  /// Bold red, yellow, cyan.
  private var style: String {
    switch severity {
    case .error: "1;31"
    case .warning: "33"
    case .note: "36"
    }
  }

  fileprivate func annotation(in report: FileReport) -> String {
    let place = FindingPlace(of: self, in: report)
    let command = severity == .note ? "notice" : severity.rawValue
    let title = [rule, prevents].compactMap { $0 }.joined(separator: ": ")
    let subject = report.path == "." ? "" : report.path.displayText + " "
    let text = "\(subject)\(message) \(remedy)"
    let line = place.line > 1 ? ",line=\(place.line)" : ""
    return
      "::\(command) file=\(place.path.displayText.property)\(line),title=\(title.property)::\(text.commandData)"
  }
}

extension String {
  /// Escapes per cent, carriage return and line feed for GitHub's runner.
  fileprivate var commandData: String {
    replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// In a property, colons and commas too.
  fileprivate var property: String {
    commandData.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

extension [FileReport] {
  /// The findings as workflow commands, which GitHub Actions shows at the files.
  ///
  /// Format: docs.github.com, "Workflow commands for GitHub Actions"; a note is a `notice` there.
  public var gitHubAnnotations: String {
    flatMap { report in report.findings.map { $0.annotation(in: report) + "\n" } }.joined()
  }

  /// The findings as lines that Xcode shows at the files when a build phase prints them.
  ///
  /// Format: the compiler's, `path:line: severity: text`, which Xcode reads from any build phase.
  public var xcodeIssues: String {
    flatMap { report in
      report.findings.map { finding in
        let place = FindingPlace(of: finding, in: report)
        return "\(place.path.displayText):\(place.line): \(finding.severity.rawValue): "
          + "\(finding.message) \(finding.remedy) [\(finding.rule)]".displayText + "\n"
      }
    }.joined()
  }
}

extension FileReport {
  /// The report as one line of JSON, without a line end.
  ///
  /// Keys are sorted; a PNG's properties stand beside `path`, `kind` and `findings`, `null` where the
  /// file does not say them. A project's line says how much of it was checked, and what was not read. Only JSON's own
  /// escapes change paths and messages.
  public var jsonLine: String {
    // Encoding strings, numbers and Booleans cannot fail; an empty object would show it.
    (try? JSONLine.encode(self)) ?? "{}"
  }
}

extension FileReport: Encodable {
  private enum Key: String, CodingKey {
    case path, kind, findings, decodes, width, height, bitDepth, colorType, interlaced
    case hasAlphaChannel, hasTransparencyChunk, projects, targets, catalogs, unread
  }

  /// Writes the keys that `icon validate --json` guarantees.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(path, forKey: .path)
    try container.encode(kind.rawValue, forKey: .kind)
    try container.encode(findings, forKey: .findings)
    if let scope {
      try container.encode(scope.projects, forKey: .projects)
      try container.encode(scope.targets, forKey: .targets)
      try container.encode(scope.catalogs, forKey: .catalogs)
      try container.encode(
        scope.unread.map { ["path": $0.path, "reason": $0.reason] }, forKey: .unread)
    }
    guard kind == .png else { return }
    try container.encode(image == nil ? false : image?.decodes, forKey: .decodes)
    try container.encode(image?.width, forKey: .width)
    try container.encode(image?.height, forKey: .height)
    try container.encode(image?.bitDepth, forKey: .bitDepth)
    try container.encode(image?.colorType, forKey: .colorType)
    try container.encode(image?.isInterlaced, forKey: .interlaced)
    try container.encode(image?.hasAlphaChannel, forKey: .hasAlphaChannel)
    try container.encode(image?.hasTransparencyChunk, forKey: .hasTransparencyChunk)
  }
}

extension IconFinding: Encodable {
  private enum Key: String, CodingKey {
    case rule, severity, prevents, message, remedy, command
  }

  /// Writes all six keys; `prevents` is `null` when no code is known, `command` when there is none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(severity.rawValue, forKey: .severity)
    try container.encode(prevents, forKey: .prevents)
    try container.encode(message, forKey: .message)
    try container.encode(remedy, forKey: .remedy)
    try container.encode(command, forKey: .command)
  }
}

extension String {
  /// The text as one line for people: control characters become `\xNN`, and nothing in it is a command to the runner
  /// of a GitHub workflow, which interprets lines that start with `::` and the text after `##[` anywhere.
  var lineText: String {
    let shown = displayText.replacing("##[", with: "##\\x5B")
    return shown.drop(while: \.isWhitespace).hasPrefix("::") ? "./" + shown : shown
  }
}
