internal import Foundation

/// A JSON value of any shape, for the parts of a document that this software does not know.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, exactly as it was written.
  case number(JSONNumber)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Names and values; every name once.
  case object([String: JSONValue])
}

/// A JSON number, kept as it was written, so that no digit is lost between a read and a write.
public struct JSONNumber: Hashable, Sendable {
  /// The number as JSON writes it.
  public let literal: String

  /// Makes the number of a literal that the parser has accepted.
  init(literal: String) { self.literal = literal }

  /// Makes the number of a whole number.
  public init(_ value: Int) { literal = String(value) }

  /// Makes the number of a finite value, as the shortest text that reads back as the same value.
  ///
  /// A whole value below 2⁵³ in size is written without a fraction; `nil` when not finite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let whole = value.rounded() == value && value.magnitude < 0x1p53
    literal = whole ? String(Int(value)) : value.description
  }

  /// The value, or `nil` when it is too large for a `Double`.
  public var double: Double? { Double(literal).flatMap { $0.isFinite ? $0 : nil } }

  /// The value when it is whole and fits.
  public var integer: Int? { Int(literal) ?? double.flatMap { Int(exactly: $0) } }
}

extension JSONValue {
  /// Makes a whole number.
  public static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// Makes a number, or `null` when the value is not finite, because JSON cannot represent that.
  public static func double(_ value: Double) -> JSONValue {
    JSONNumber(value).map(JSONValue.number) ?? .null
  }

  /// The names and values when this is an object.
  public var object: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }
  package subscript(key: String) -> JSONValue? { object?[key] }
  /// The elements when this is an array.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The text when this is a string.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The value when this is a number that a `Double` can hold.
  public var double: Double? { if case .number(let value) = self { value.double } else { nil } }
  /// The value when this is a whole number.
  public var integer: Int? { if case .number(let value) = self { value.integer } else { nil } }

  /// Returns this value overlaid with another.
  ///
  /// Objects are joined name by name, at every depth; anything else is replaced.
  func overlaid(with other: JSONValue) -> JSONValue {
    guard case .object(let lower) = self, case .object(let upper) = other else { return other }
    return .object(lower.merging(upper) { $0.overlaid(with: $1) })
  }

  /// The object or list that a text is in JSON; `nil` for another text.
  package init?(inText bytes: [UInt8]) {
    guard let value = try? JSONParser.parse(bytes), value.object != nil || value.array != nil else {
      return nil
    }
    self = value
  }

  /// The value with what its texts hold in their places, eight texts deep: the objects and lists that are in JSON, and
  /// beside the text itself what it has in Base64, as `JSONEncoder` writes data.
  package var unfolded: JSONValue { unfolded(8) }

  private func unfolded(_ depth: Int) -> JSONValue {
    switch self {
    case .string(let text) where depth > 0:
      if let inner = JSONValue(inText: Array(text.utf8)) { return inner.unfolded(depth - 1) }
      // Shorter ones hold no photo's name, and pictures none either.
      guard text.utf8.count >= 24, let data = Data(base64Encoded: text).map(Array.init),
        PictureFormat(beginning: data) == nil
      else { return self }
      let inner = JSONValue(inText: data) ?? .string(String(decoding: data, as: UTF8.self))
      return .object([text: inner.unfolded(depth - 1)])
    case .array(let values): return .array(values.map { $0.unfolded(depth) })
    case .object(let values): return .object(values.mapValues { $0.unfolded(depth) })
    case .null, .bool, .number, .string: return self
    }
  }

  /// Returns this object without the keys of another, at every depth.
  func without(keysOf other: JSONValue) -> [String: JSONValue] {
    guard let known = other.object else { return [:] }
    var rest: [String: JSONValue] = [:]
    for (key, value) in object ?? [:] {
      guard let knownValue = known[key] else {
        rest[key] = value
        continue
      }
      let inner = value.without(keysOf: knownValue)
      if !inner.isEmpty { rest[key] = .object(inner) }
    }
    return rest
  }

  /// The value as text, the same bytes for the same value on every machine.
  ///
  /// Names are sorted by their UTF-8 bytes; two spaces indent each level; a newline ends the text. Only `"`, `\` and
  /// the characters below U+0020 are escaped; numbers are written as they are held.
  public var canonicalBytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: 0)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The value on one line without spaces, otherwise as ``canonicalBytes``; no newline at the end.
  public var compactBytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: nil)
    return bytes
  }

  private func write(to bytes: inout [UInt8], indent: Int?) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let value): bytes += value.literal.utf8
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let values):
      Self.write(values, "[", "]", to: &bytes, indent) { $0.write(to: &$1, indent: $2) }
    case .object(let values):
      Self.write(values.sortedByName, "{", "}", to: &bytes, indent) { pair, bytes, indent in
        Self.write(pair.key, to: &bytes)
        bytes += (indent == nil ? ":" : ": ").utf8
        pair.value.write(to: &bytes, indent: indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    to bytes: inout [UInt8], _ indent: Int?, element write: (Element, inout [UInt8], Int?) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      newline(to: &bytes, indent: indent.map { $0 + 1 })
      write(element, &bytes, indent.map { $0 + 1 })
    }
    if !elements.isEmpty { newline(to: &bytes, indent: indent) }
    bytes.append(UInt8(ascii: close))
  }

  private static func newline(to bytes: inout [UInt8], indent: Int?) {
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * indent))
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension [String: JSONValue] {
  fileprivate var sortedByName: [(key: String, value: JSONValue)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

extension JSONValue {
  /// The value as one line for a terminal or another program: as ``compactText``, and no character in it
  /// moves a cursor.
  package var lineText: String { compactText.escapedInJSON }
}

extension String {
  /// JSON of the same value in which control characters, and those that change the direction of what follows
  /// them, are escaped; what is below U+0020 every writer escapes.
  package var escapedInJSON: String {
    guard unicodeScalars.contains(where: \.movesCursor) else { return self }
    return unicodeScalars.map { scalar in
      guard scalar.movesCursor else { return String(Character(scalar)) }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

/// One JSON value on one line, with sorted keys, plain slashes and no control characters.
package enum JSONLine {
  /// Returns the line without its newline.
  package static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self).escapedInJSON
  }
}
