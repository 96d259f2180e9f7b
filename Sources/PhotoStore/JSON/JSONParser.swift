/// Reads JSON as RFC 8259 defines it, and refuses JSON that two readers could read differently.
///
/// Refused beyond the grammar: a name twice in one object, bytes that are not UTF-8, half of a
/// surrogate pair, a byte order mark, and nesting deeper than the limit, which bounds the stack
/// (decision 0303).
package struct JSONParser {
  /// An error in the text, and its place.
  package struct Failure: Error {
    /// The number of bytes before the place.
    package let offset: Int
    /// The fact, without a full stop.
    package let fact: String
  }

  /// The most arrays and objects inside one another; no document of this store needs ten.
  static let depthLimit = 64

  /// The most values of all kinds in one document: decision 0324.
  package static let valueLimit = 1_000_000

  /// UTF-8's mark at the start of a text, RFC 3629, section 6; not allowed by RFC 8259, section 8.1.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns a text's bytes without the mark, for documents of other programs, which may write it.
  package static func withoutByteOrderMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.dropFirst(bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
  }

  let bytes: [UInt8]
  var index = 0
  private var valueCount = 0

  /// Returns the one value that a text holds.
  package static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    guard !bytes.starts(with: byteOrderMark) else {
      throw parser.failure("the text begins with a byte order mark")
    }
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.index == bytes.count else { throw parser.failure("something follows the value") }
    return value
  }

  func failure(_ fact: String) -> Failure { Failure(offset: index, fact: fact) }

  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard depth < Self.depthLimit else {
      throw failure("the value is nested deeper than \(Self.depthLimit) levels")
    }
    valueCount += 1
    guard valueCount <= Self.valueLimit else {
      throw failure("the document has more than \(Self.valueLimit) values")
    }
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw failure("the text ends where a value should be")
    default: return .number(try number())
    }
  }

  private mutating func word(_ text: String, _ value: JSONValue) throws(Failure) -> JSONValue {
    guard bytes[index...].starts(with: text.utf8) else { throw failure("this is not a value") }
    index += text.utf8.count
    return value
  }

  private mutating func array(depth: Int) throws(Failure) -> JSONValue {
    index += 1
    var values: [JSONValue] = []
    skipSpace()
    if take("]") { return .array(values) }
    while true {
      skipSpace()
      guard current != UInt8(ascii: "]") else { throw trailingComma("]") }
      values.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(values) }
      guard take(",") else { throw failure("a comma or ']' is missing") }
    }
  }

  private func trailingComma(_ end: String) -> Failure {
    failure("a comma stands before '\(end)', where nothing follows it; take it away")
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONValue {
    index += 1
    var values: [String: JSONValue] = [:]
    skipSpace()
    if take("}") { return .object(values) }
    while true {
      skipSpace()
      guard current != UInt8(ascii: "}") else { throw trailingComma("}") }
      guard current == UInt8(ascii: "\"") else { throw failure("a name is missing") }
      let name = try string()
      skipSpace()
      guard take(":") else { throw failure("a colon is missing") }
      let value = try value(depth: depth + 1)
      guard values.updateValue(value, forKey: name) == nil else {
        throw failure("the name '\(name)' appears twice in one object")
      }
      skipSpace()
      if take("}") { return .object(values) }
      guard take(",") else { throw failure("a comma or '}' is missing") }
    }
  }
}

extension JSONParser {
  /// Reads `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
  private mutating func number() throws(Failure) -> JSONNumber {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return JSONNumber(literal: String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func digits() throws(Failure) {
    let start = index
    while let byte = current, (0x30...0x39).contains(byte) { index += 1 }
    guard index > start else { throw failure("a digit is missing") }
  }
}

extension JSONValue {
  /// The value on one line, as text.
  package var compactText: String { String(decoding: compactBytes, as: UTF8.self) }

  /// Reads a text; `nil` when it is not JSON.
  package init?(compactText: String) {
    guard let value = try? JSONParser.parse(Array(compactText.utf8)) else { return nil }
    self = value
  }
}
