import Foundation

/// The `.xcconfig` files of a project, with the files they include (decision 0404).
struct BuildConfigurationFiles: Sendable {
  /// The text of each file by its path, without `.` and `..`.
  private let texts: [String: String]

  /// The most bytes of a file to read, our choice, a thousand times what people write.
  private static let sizeLimit = 1 << 20

  /// Reads files; one that cannot be read is skipped.
  init(_ paths: [String]) {
    let pairs = paths.compactMap { path in
      (try? BoundedFile.read(path, limit: Self.sizeLimit)).map {
        (Self.normal(path), String(decoding: $0, as: UTF8.self))
      }
    }
    texts = Dictionary(pairs) { first, _ in first }
  }

  /// Takes texts by their paths.
  init(texts: [String: String]) {
    self.texts = Dictionary(texts.map { (Self.normal($0.key), $0.value) }) { first, _ in first }
  }

  /// Returns the file at a place, if it is one of these.
  func path(at place: String) -> String? {
    let path = Self.normal(place)
    return texts[path] == nil ? nil : path
  }

  /// Returns the file that a project means by a path relative to an unknown folder: the file whose path ends with it,
  /// the shortest first.
  func path(endingWith suffix: String) -> String? {
    let wanted = "/" + Self.normal(suffix)
    let fitting = texts.keys.filter { ("/" + $0).hasSuffix(wanted) }
    return fitting.min { ($0.count, $0) < ($1.count, $1) }
  }

  /// Returns the value of a setting in a build configuration, from a file and the files it includes.
  ///
  /// The last line counts, as in Xcode. Files outside the project are not read, and a file that includes itself,
  /// directly or not, is read once.
  func value(of setting: String, in path: String, _ configuration: String) -> BuildSetting {
    var left = Self.includeLimit
    let assignments = assignments(of: setting, in: Self.normal(path), open: [], left: &left)
    return BuildSetting(assignments, in: configuration)
  }

  /// The most files that are included from one, our choice, far above what projects have.
  private static let includeLimit = 500

  private func assignments(
    of setting: String, in path: String, open: Set<String>, left: inout Int
  ) -> [(conditions: String, value: String)] {
    guard left > 0, !open.contains(path), let text = texts[path] else { return [] }
    left -= 1
    var found: [(conditions: String, value: String)] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let line = Self.withoutComment(line)
      if let included = Self.included(line) {
        let target = Self.normal(Folder(path).parent + "/" + included)
        found += assignments(of: setting, in: target, open: open.union([path]), left: &left)
      } else if let assigned = Self.assigned(line, setting) {
        found.append(assigned)
      }
    }
    return found
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
  }

  /// The path in `#include "…"` or `#include? "…"`.
  private static func included(_ line: Substring) -> String? {
    let parts = line.trimmingCharacters(in: .whitespaces).split(separator: "\"")
    let word = parts.first?.trimmingCharacters(in: .whitespaces)
    guard parts.count >= 2, word == "#include" || word == "#include?" else { return nil }
    return String(parts[1])
  }

  /// The value in `SETTING = …` or `SETTING[sdk=…][arch=…] = …`, and the conditions with their brackets.
  private static func assigned(
    _ line: Substring, _ setting: String
  ) -> (conditions: String, value: String)? {
    let line = line.drop(while: \.isWhitespace)
    guard line.hasPrefix(setting) else { return nil }
    var rest = line.dropFirst(setting.count).drop(while: \.isWhitespace)
    let conditions = rest
    while rest.first == "[" {
      rest = rest.drop { $0 != "]" }.dropFirst().drop(while: \.isWhitespace)
    }
    guard rest.first == "=" else { return nil }
    let value = rest.dropFirst().trimmingCharacters(in: .whitespaces)
    return (String(conditions[..<rest.startIndex]), value)
  }

  /// A path without empty components, `.` and `..`; leading `..` that lead above its start stay.
  static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
