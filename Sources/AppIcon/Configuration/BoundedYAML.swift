internal import PhotoGeometry
import Foundation
import Yams

/// YAML as mappings, lists and scalars, with a limit on aliases, which could make a small file a large document.
enum BoundedYAML {
  /// The most values a document may have once its aliases are written out, our choice, a hundred times what
  /// large projects have.
  private static let valueLimit = 200_000

  /// A key that stands more than once in a mapping.
  struct Repeated: Hashable {
    let key: String
    /// The line of its first place, from 1.
    let line: Int
  }

  /// The most repeated keys that are passed over, our choice.
  private static let repeatedLimit = 20

  /// Returns the mapping in a text, or `nil` if it holds something else.
  ///
  /// Of a key that stands several times the last value counts, as in Yams 5.0.1, which XcodeGen locks.
  static func mapping(
    _ text: String, path: String, repeated: inout [Repeated]
  ) throws -> [String: Any]? {
    do {
      return try node(text, path: path)?.any as? [String: Any]
    } catch let error as YamlError {
      guard case .duplicatedKeysInMapping(let keys, let place) = error,
        repeated.count < repeatedLimit, let other = renaming(place.mark, repeated.count, in: text)
      else { throw error }
      repeated.append(Repeated(key: keys[0], line: place.mark.line))
      let all = try mapping(other, path: path, repeated: &repeated)
      return all.flatMap { withoutRenamed($0) as? [String: Any] }
    }
  }

  private static func withoutRenamed(_ value: Any) -> Any {
    switch value {
    case let members as [String: Any]:
      members.filter { !$0.key.hasPrefix(renamed) }.mapValues(withoutRenamed)
    case let list as [Any]: list.map(withoutRenamed)
    default: value
    }
  }

  /// The start of the names of keys that do not count.
  private static let renamed = "(repeated "

  /// The text with the key at a place under another name; `nil` for a merge, of which all count.
  private static func renaming(_ mark: Mark, _ number: Int, in text: String) -> String? {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(mark.line - 1) else { return nil }
    let key = lines[mark.line - 1].unicodeScalars.dropFirst(mark.column - 1)
    guard let first = key.first, !"<&*!?".unicodeScalars.contains(first) else { return nil }
    let head = lines[mark.line - 1].unicodeScalars.dropLast(key.count)
    let quote = "\"'".unicodeScalars.contains(first) ? String(first) : ""
    let rest = String(key.dropFirst(quote.count))
    lines[mark.line - 1] = "\(String(head))\(quote)\(renamed)\(number))\(rest)"
    return lines.joined(separator: "\n")
  }

  /// Returns the content of a text, or `nil` if it is empty.
  ///
  /// - Throws: Yams's error, or ``PhotoprepError`` when the aliases make it too large.
  static func node(_ text: String, path: String) throws -> Node? {
    let tooLarge = PhotoprepError(
      .configurationUnreadable, path: path,
      message: "The file may have more than \(valueLimit) values once its aliases are written out.",
      remedy: "Use fewer aliases.")
    if mayHaveLargeKeys(text) { throw tooLarge }
    guard let node = try Yams.compose(yaml: text, .default, constructor) else { return nil }
    var left = valueLimit
    func check(_ node: Node) throws {
      left -= 1
      if left <= 0 { throw tooLarge }
      switch node {
      case .sequence(let sequence): for element in sequence { try check(element) }
      case .mapping(let mapping):
        for (key, value) in mapping {
          // Yams cannot put another key into a mapping, and would end the program.
          if key.scalar == nil { throw oddKey(key, path) }
          try check(key)
          try check(value)
        }
      default: break
      }
    }
    try check(node)
    return node
  }

  private static func oddKey(_ key: Node, _ path: String) -> PhotoprepError {
    PhotoprepError(
      .configurationUnreadable, path: path,
      message: (key.mark.map { "Line \($0.line): " } ?? "") + "A key is a list or a mapping.",
      remedy: "Use texts as keys.")
  }

  /// Only truth values and null are converted, everything else stays text: settings are texts, and converting numbers
  /// beyond an integer's range traps.
  private static var constructor: Constructor {
    Constructor([.bool: Bool.construct, .null: NSNull.construct])
  }

  /// The most aliases with which a key can grow to 3^(7 ÷ 3), 13 times its text; our choice: more of them in a file
  /// with other keys than plain ones are refused.
  private static let keyAliasLimit = 7

  /// Whether keys could be large: Yams hashes them while reading, before anything can be counted.
  ///
  /// Such a key is an alias, or is written after `? ` or as a list or mapping before a colon.
  private static func mayHaveLargeKeys(_ text: String) -> Bool {
    let anchors = Set(text.matches(of: #/&([A-Za-z0-9_-]+)/#).map(\.1))
    if anchors.isEmpty { return false }
    let aliases = text.matches(of: #/\*([A-Za-z0-9_-]+)/#).filter { anchors.contains($0.1) }
    return aliases.count > keyAliasLimit
      && text.contains(#/\?\s|[\]}]\s*:|\*[A-Za-z0-9_-]+\s*:/#)
  }
}
