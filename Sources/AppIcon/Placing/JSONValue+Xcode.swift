import Foundation
import PhotoStore

extension JSONValue {
  /// The value in Xcode's form: two spaces, sorted keys, a space on both sides of the colon.
  ///
  /// A whole file ends with a line break, as Xcode's does.
  var xcodeText: String { written(indent: "") + "\n" }

  private func written(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let value): return value.literal
    case .string(let text): return Self.quoted(text)
    case .array(let elements):
      let lines = elements.map { inner + $0.written(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      let lines = members.sorted { $0.key < $1.key }.map { key, value in
        "\(inner)\(Self.quoted(key)) : \(value.written(indent: inner))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "/": "\\/"
      case "\n": "\\n"
      case _ where scalar.value < 0x20: "\\u" + String(format: "%04x", scalar.value)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
