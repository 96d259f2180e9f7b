import Foundation

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
