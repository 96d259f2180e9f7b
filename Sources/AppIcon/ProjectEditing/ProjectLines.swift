import Foundation

/// The lines of a `project.pbxproj` in Xcode's form: an object begins with its id, and its end has the same
/// indentation.
///
/// A change that finds no place is not made; the caller reads the text back to check.
struct ProjectLines {
  private var lines: [String]
  /// What ends each of them, such as CR and LF where git or a tool on Windows wrote the file.
  private let end: String

  init(_ text: String) {
    let all = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let hasReturns = all.count > 1 && all.dropLast().allSatisfy { $0.last == "\r" }
    end = hasReturns ? "\r\n" : "\n"
    lines = all.enumerated().map { index, line in
      String(hasReturns && index < all.count - 1 ? line.dropLast() : line)
    }
  }

  var text: String { lines.joined(separator: end) }

  /// Writes a new object at the start of the section of its kind.
  mutating func insert(_ members: [(key: String, value: String)], as id: String, comment: String) {
    let kind = members.first { $0.key == "isa" }?.value ?? ""
    let body = members.map { key, value in
      let isReference = key == "fileRef"
      let name = comment.replacing(" in Resources", with: "")
      return "\(key) = \(Self.quoted(value))\(isReference ? " /* \(name) */" : "");"
    }
    let line = "\t\t\(id) /* \(comment) */ = {\(body.joined(separator: " ")) };"
    if let start = lines.firstIndex(of: "/* Begin \(kind) section */") {
      lines.insert(line, at: start + 1)
    } else if let start = lines.firstIndex(where: { Self.trimmed($0) == "objects = {" }) {
      let section = ["", "/* Begin \(kind) section */", line, "/* End \(kind) section */"]
      lines.insert(contentsOf: section, at: start + 1)
    }
  }

  /// Writes an element at the end of a list of an object.
  mutating func append(_ element: String, to key: String, of id: String) {
    guard let object = object(id),
      let start = object.first(where: { Self.trimmed(lines[$0]) == "\(key) = (" }),
      let end = object.first(where: { $0 > start && Self.trimmed(lines[$0]) == ");" })
    else { return }
    lines.insert("\(Self.indentation(lines[end]))\t\(element),", at: end)
  }

  mutating func replace(_ old: String, with new: String, in id: String) {
    for index in object(id) ?? 0..<0 {
      lines[index] = lines[index].replacing(old, with: new)
    }
  }

  /// Writes a build setting of a configuration, at its place among those sorted by name where it is new.
  mutating func set(_ key: String, to value: String, in id: String) {
    guard let object = object(id),
      let start = object.first(where: { Self.trimmed(lines[$0]) == "buildSettings = {" })
    else { return }
    let outer = Self.indentation(lines[start])
    let line = "\(outer)\t\(Self.quoted(key)) = \(Self.quoted(value));"
    guard let end = object.first(where: { $0 > start && lines[$0] == outer + "};" }) else { return }
    var place = end
    for index in (start + 1..<end).reversed() where Self.indentation(lines[index]) == outer + "\t" {
      let text = Self.trimmed(lines[index])
      guard let sign = text.range(of: " = ") else { continue }
      let other = text[..<sign.lowerBound].trimmingCharacters(in: ["\""])
      if other == key {
        // A list would continue in the next lines.
        if text.hasSuffix(";") { lines[index] = line }
        return
      }
      if other > key { place = index }
    }
    lines.insert(line, at: place)
  }

  private func object(_ id: String) -> Range<Int>? {
    guard
      let start = lines.firstIndex(where: { line in
        let text = Self.trimmed(line)
        return text.hasPrefix(id + " ") && text.contains("= {")
      })
    else { return nil }
    if Self.trimmed(lines[start]).hasSuffix("};") { return start..<start + 1 }
    let close = Self.indentation(lines[start]) + "};"
    return lines[start...].firstIndex(of: close).map { start..<$0 + 1 }
  }

  private static func indentation(_ line: String) -> String {
    String(line.prefix { $0 == "\t" || $0 == " " })
  }

  private static func trimmed(_ line: String) -> String {
    line.trimmingCharacters(in: .whitespaces)
  }

  /// A text in Xcode's form: in quotes unless it has only letters, digits and a few other characters.
  private static func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
      let letter = byte | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_./".utf8.contains(byte)
    }
    if plain, !text.isEmpty { return text }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
