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
      BoundedFile.text(path, limit: Self.sizeLimit).map { (Self.normal(path), $0) }
    }
    texts = Dictionary(pairs) { first, _ in first }
  }

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

  /// Returns the value of a setting, with its conditions, in a build configuration, from a file and the files it
  /// includes.
  ///
  /// The last line counts, as in Xcode. Files outside the project are not read, and a file that includes itself,
  /// directly or not, is read once. `root` is the folder of the project, in which an included file may be too.
  func value(
    of setting: String, in path: String, _ configuration: String, root: String? = nil
  ) -> BuildSetting {
    var reading = Reading(texts: texts, setting: setting)
    reading.read(Self.normal(path), [root].compactMap(\.self), open: [])
    return BuildSetting(reading.assignments, in: configuration, areLines: true)
  }

  /// Returns the places of files that a file includes, directly or not, and that are not among these; without those of
  /// CocoaPods, which name no icons.
  func missing(from path: String, root: String? = nil) -> [String] {
    var reading = Reading(texts: texts, setting: nil)
    reading.read(Self.normal(path), [root].compactMap(\.self), open: [])
    return reading.missing.filter { !Self.isOfCocoaPods($0) }
  }

  static func isOfCocoaPods(_ path: String) -> Bool { Folder(path).name.hasPrefix("Pods-") }

  private struct Reading {
    let texts: [String: String]
    /// The setting that is looked for, if one is.
    let setting: String?
    var assignments: [(conditions: String, value: String)] = []
    var missing: [String] = []
    /// The most lines that include a file, our choice, far above what projects have.
    var left = 500

    /// Reads a file; `folders` are those that an included file is looked for after the file's own: those of the files
    /// that include it, and the project's, as in Xcode's build system (swiftlang/swift-build, 2026).
    mutating func read(_ path: String, _ folders: [String], open: Set<String>) {
      guard let text = texts[path] else { return }
      let (folders, open) = ([Folder(path).parent] + folders, open.union([path]))
      for line in BuildConfigurationFiles.lines(of: text) {
        if let included = BuildConfigurationFiles.included(line) {
          if left == 0 { continue }
          left -= 1
          let places = BuildConfigurationFiles.places(of: included, in: folders)
          if let target = places.first(where: { texts[$0] != nil }) {
            if !open.contains(target) { read(target, folders, open: open) }
          } else {
            missing.append(places[0])
          }
        } else if let assigned = setting.flatMap({ BuildConfigurationFiles.assigned(line, $0) }) {
          assignments.append(assigned)
        }
      }
    }
  }

  /// The lines of a text, without comments; one that ends in a backslash goes on in the next.
  private static func lines(of text: String) -> [String] {
    var (lines, open) = ([String](), [String]())
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let end = line.range(of: "//")?.lowerBound ?? line.endIndex
      let line = line[..<end].trimmingCharacters(in: .whitespaces)
      let continues = line.hasSuffix("\\")
      open.append(continues ? line.dropLast().trimmingCharacters(in: .whitespaces) : line)
      if continues { continue }
      lines.append(open.joined(separator: " "))
      open = []
    }
    return open.isEmpty ? lines : lines + [open.joined(separator: " ")]
  }

  /// The path in `#include "…"` or `#include? "…"`.
  private static func included(_ line: String) -> String? {
    let parts = line.split(separator: "\"")
    let word = parts.first?.trimmingCharacters(in: .whitespaces)
    guard parts.count >= 2, word == "#include" || word == "#include?" else { return nil }
    return String(parts[1])
  }

  /// The places in which an included file may be; its extension may be left out.
  private static func places(of included: String, in folders: [String]) -> [String] {
    let names =
      [included] + (Folder(included).pathExtension.isEmpty ? [included + ".xcconfig"] : [])
    if included.hasPrefix("/") { return names.map(normal) }
    return folders.flatMap { folder in names.map { normal(folder + "/" + $0) } }
  }

  /// The value in `SETTING = …` or `SETTING[sdk=…][arch=…] = …`, and the conditions with their brackets.
  private static func assigned(
    _ line: String, _ setting: String
  ) -> (conditions: String, value: String)? {
    guard line.hasPrefix(setting) else { return nil }
    var rest = line.dropFirst(setting.count).drop(while: \.isWhitespace)
    let conditions = rest
    while rest.first == "[" {
      rest = rest.drop { $0 != "]" }.dropFirst().drop(while: \.isWhitespace)
    }
    guard rest.first == "=" else { return nil }
    let value = rest.dropFirst().trimmingCharacters(in: .whitespaces)
    let end = value.hasSuffix(";") ? value.dropLast().trimmingCharacters(in: .whitespaces) : value
    return (String(conditions[..<rest.startIndex]), end)
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
