/// Reads JSON as RFC 8259 defines it, and refuses JSON that two readers could read differently.
///
/// Refused beyond the grammar: a name twice in one object, bytes that are not UTF-8, half of a surrogate pair, a byte
/// order mark, and nesting deeper than the limit, which bounds the stack (decision 0303).
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

extension JSONParser {
  /// Returns where a value of a JSON text starts, by the names and indices that lead to it, or else the last value on
  /// the way there.
  package static func offset(of place: [String], in bytes: [UInt8]) -> Int {
    var parser = JSONParser(bytes: bytes)
    parser.skipSpace()
    for step in place where !parser.enter(step) { break }
    return parser.index
  }

  /// Moves to the value of a name or an index; stays if there is none.
  private mutating func enter(_ step: String) -> Bool {
    let start = index
    let isObject = take("{")
    var position = 0
    while isObject || position > 0 || take("[") {
      skipSpace()
      guard current != UInt8(ascii: "}"), current != UInt8(ascii: "]") else { break }
      let name = isObject ? try? string() : String(position)
      if isObject {
        skipSpace()
        _ = take(":")
        skipSpace()
      }
      if name == step { return true }
      guard (try? value(depth: 0)) != nil else { break }
      skipSpace()
      position += 1
      guard take(",") else { break }
    }
    index = start
    return false
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

extension JSONParser {
  /// Reads a text, from its opening to its closing quotation mark.
  mutating func string() throws(Failure) -> String {
    index += 1
    var text: [UInt8] = []
    var start = index
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[start..<index]
        index += 1
        return try decoded(text)
      case UInt8(ascii: "\\"):
        text += bytes[start..<index]
        text += try escape()
        start = index
      case 0..<0x20: throw failure("a control character stands unescaped in a string")
      default: index += 1
      }
    }
    throw failure("a string is not terminated")
  }

  private func decoded(_ text: [UInt8]) throws(Failure) -> String {
    guard let text = String(utf8: text) else { throw failure("a text is not UTF-8") }
    return text
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    index += 1
    guard let byte = current else { throw failure("a string is not terminated") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return try Array(String(scalar()).utf8)
    default: throw failure("this is not an escape")
    }
  }

  private mutating func scalar() throws(Failure) -> Character {
    let first = try codeUnit()
    if UTF16.isTrailSurrogate(first) { throw failure("half of a surrogate pair stands alone") }
    guard UTF16.isLeadSurrogate(first) else {
      return Character(String(decoding: [first], as: UTF16.self))
    }
    guard take("\\"), take("u") else { throw failure("half of a surrogate pair stands alone") }
    let second = try codeUnit()
    guard UTF16.isTrailSurrogate(second) else {
      throw failure("half of a surrogate pair stands alone")
    }
    return Character(String(decoding: [first, second], as: UTF16.self))
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    let isHexadecimal =
      digits.count == 4 && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    guard isHexadecimal, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("four hexadecimal digits are missing") }
    index += 4
    return unit
  }
}

extension String {
  /// Makes a text from UTF-8 bytes; `nil` if they are not UTF-8.
  ///
  /// It does what `String(validating:as:)` does, which systems before iOS 18 do not have (decision 0330).
  package init?(utf8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // Bytes that are not UTF-8 were replaced by U+FFFD, so the bytes differ.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
