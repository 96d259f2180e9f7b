import Foundation
import PhotoStore
import _TestSupport

/// `docs/json-lines.schema.json`, which says what the lines of `--json` hold.
///
/// Knows what that uses of JSON Schema. A key that the schema does not name is a problem here, but not for readers:
/// whatever is printed must be described.
struct JSONLineSchema {
  static let shared = Result { try JSONLineSchema() }

  /// The lines of each command.
  let commands: [String: [JSONValue]]
  private let definitions: [String: JSONValue]

  private init() throws {
    let file = SharedFolder.packageRoot.appending(path: "docs/json-lines.schema.json")
    let root = try JSONParser.parse([UInt8](Data(contentsOf: file))).object ?? [:]
    commands = (root["commands"]?.object ?? [:]).mapValues { $0.array ?? [] }
    definitions = root["$defs"]?.object ?? [:]
  }

  /// The command in a command line's arguments, such as `store list`.
  func command(in arguments: [String]) -> String? {
    [2, 1].lazy.map { arguments.prefix($0).joined(separator: " ") }.first { commands[$0] != nil }
  }

  /// Returns why a line is not among a command's, by the description it comes nearest to; `nil` if it is.
  func problem(with line: String, of command: String) throws -> String? {
    let value = try JSONParser.parse([UInt8](line.utf8))
    let problems = (commands[command] ?? []).map { self.problems(with: value, $0, at: "") }
    guard let nearest = problems.min(by: { $0.count < $1.count }), !nearest.isEmpty else {
      return nil
    }
    return "\(command): \(nearest.joined(separator: "; ")) in \(line)"
  }

  private func problems(
    with value: JSONValue, _ schema: JSONValue, at place: String
  ) -> [String] {
    if let name = schema["$ref"]?.string?.split(separator: "/").last {
      let definition = definitions[String(name)]
      return definition.map { problems(with: value, $0, at: place) } ?? ["\(name) is not defined"]
    }
    if let constant = schema["const"], value != constant { return ["\(place) is another word"] }
    if let words = schema["enum"]?.array, !words.contains(value) {
      return ["\(place) is another word"]
    }
    let types = schema["type"].map { $0.array ?? [$0] }?.compactMap(\.string) ?? []
    if !types.isEmpty, !types.contains(where: value.isOf) {
      return ["\(place) is no \(types.joined(separator: " or "))"]
    }
    if let number = value.double {
      let range =
        (schema["minimum"]?.double ?? -.infinity)...(schema["maximum"]?.double ?? .infinity)
      return range.contains(number) ? [] : ["\(place) is outside \(range)"]
    }
    if let items = schema["items"], let values = value.array {
      return values.flatMap { problems(with: $0, items, at: place + "[]") }
    }
    return value.object.map { members($0, schema, at: place) } ?? []
  }

  private func members(
    _ members: [String: JSONValue], _ schema: JSONValue, at place: String
  ) -> [String] {
    let missing = (schema["required"]?.array ?? []).compactMap(\.string)
      .filter { members[$0] == nil }
    return missing.map { "\(place).\($0) is missing" }
      + members.sorted { $0.key < $1.key }.flatMap { name, member in
        let known = schema["properties"]?[name] ?? schema["additionalProperties"]
        return known.map { problems(with: member, $0, at: "\(place).\(name)") }
          ?? ["\(place).\(name) is not known"]
      }
  }
}

extension JSONValue {
  /// Whether this is of a type, by JSON Schema's name for it.
  fileprivate func isOf(_ type: String) -> Bool {
    switch (type, self) {
    case ("string", .string), ("boolean", .bool), ("number", .number), ("array", .array),
      ("object", .object), ("null", .null):
      true
    case ("integer", .number(let number)): number.integer != nil
    default: false
    }
  }
}
