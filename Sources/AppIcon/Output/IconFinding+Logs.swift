import Foundation
import PhotoStore

extension [FileReport] {
  /// The findings as a SARIF 2.1.0 log (OASIS standard), for code-scanning services.
  ///
  /// - Parameters:
  ///   - version: The version of the program, which is named as the tool.
  ///   - documentation: The address of the page of the rules, whose headings are their ids, `docs/icon-rules.md` of
  ///     this repository; `nil` leaves it out, as the standard only allows absolute addresses (decision 0418).
  /// - Returns: The whole log, indented, ending with a line break.
  public func sarif(version: String, documentation: String? = nil) -> String {
    let driver: [String: JSONValue?] = [
      "name": .string("photoprep"), "semanticVersion": .string(version),
      "informationUri": documentation.map(JSONValue.string),
      "rules": .array(Rule.all.map { $0.descriptor(documentation) }),
    ]
    let run: [String: JSONValue] = [
      "tool": .object(["driver": .object(driver.compactMapValues(\.self))]),
      "results": .array(flatMap { report in report.findings.map { $0.result(in: report) } }),
    ]
    return JSONValue.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"), "runs": .array([.object(run)]),
    ]).log
  }

  /// The findings as a report of code quality, which GitLab shows in a merge request.
  ///
  /// Format: docs.gitlab.com, "Code Quality report format"; an error is `critical` there, a warning `minor`, a note
  /// `info`.
  public var gitLabReport: String {
    JSONValue.array(flatMap { report in report.findings.map { $0.issue(in: report) } }).log
  }
}

extension JSONValue {
  /// The value as a file for other programs, in which slashes need no escape.
  fileprivate var log: String { xcodeText.replacing("\\/", with: "/") }
}

extension Rule {
  fileprivate func descriptor(_ documentation: String?) -> JSONValue {
    let members: [String: JSONValue?] = [
      "id": .string(id), "helpUri": documentation.map { .string("\($0)#\(id)") },
      "shortDescription": .object(["text": .string(title)]),
      "fullDescription": .object(["text": .string(explanation)]),
      "help": .object(["text": .string("\(explained)\nphotoprep icon explain \(id)")]),
      "defaultConfiguration": .object(["level": .string(severity.rawValue)]),
    ]
    return .object(members.compactMapValues(\.self))
  }
}

extension IconFinding {
  fileprivate func result(in report: FileReport) -> JSONValue {
    let place = FindingPlace(of: self, in: report)
    // A relative path stays relative, with RFC 3986's reserved characters escaped.
    let escaped = place.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    let uri = (place.path.hasPrefix("/") ? "file://" : "") + (escaped ?? place.path)
    let location: [String: JSONValue] = [
      "artifactLocation": .object(["uri": .string(uri)]),
      "region": .object(["startLine": .integer(place.line)]),
    ]
    return .object([
      "ruleId": .string(rule), "level": .string(severity.rawValue),
      "ruleIndex": .integer(Rule.all.firstIndex { $0.id == rule } ?? -1),
      "message": .object(["text": .string("\(message) \(remedy)")]),
      "locations": .array([.object(["physicalLocation": .object(location)])]),
      "partialFingerprints": .object(["photoprepFinding/v1": fingerprint(at: place)]),
    ])
  }

  fileprivate func issue(in report: FileReport) -> JSONValue {
    let place = FindingPlace(of: self, in: report)
    let level =
      switch severity {
      case .error: "critical"
      case .warning: "minor"
      case .note: "info"
      }
    return .object([
      "description": .string("\(message) \(remedy)"), "check_name": .string(rule),
      "fingerprint": fingerprint(at: place), "severity": .string(level),
      "location": .object([
        "path": .string(place.path), "lines": .object(["begin": .integer(place.line)]),
      ]),
    ])
  }

  /// A text that is equal for a finding whose file was shifted by some lines.
  private func fingerprint(at place: FindingPlace) -> JSONValue {
    let text = [rule, place.path, message].joined(separator: "\n")
    return .string(String(Array(text.utf8).withUnsafeBytes { Fingerprint.of($0) }, radix: 16))
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
    let files = finding.fact.file.map { [Self.joined(report, $0)] } ?? []
    let own: [String] =
      switch report.kind {
      case .png, .project: []
      case .appiconset, .xcassets: [report.path + "/Contents.json"]
      case .icon: [report.path + "/icon.json"]
      }
    let text = (files + own).lazy.compactMap { path in
      BoundedFile.text(path, limit: 32 << 20).map { (path, $0) }
    }.first
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

  /// The first line with the finding's subject, of several that one with its value, as each build configuration has its
  /// own.
  private static func line(of finding: IconFinding, in text: String) -> Int {
    guard let subject = finding.fact.subject else { return 1 }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let found = lines.indices.filter { lines[$0].contains(subject) }
    let exact = finding.fact.value.flatMap { value in
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
