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
      case 0..<0x20: throw failure("a control character stands unescaped in a text")
      default: index += 1
      }
    }
    throw failure("a text has no end")
  }

  private func decoded(_ text: [UInt8]) throws(Failure) -> String {
    guard let text = String(utf8: text) else {
      throw failure("a text is not UTF-8")
    }
    return text
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    index += 1
    guard let byte = current else { throw failure("a text has no end") }
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
    let isHexadecimal = digits.count == 4 && digits.allSatisfy { hexadecimalDigits.contains($0) }
    guard isHexadecimal, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else {
      throw failure("four hexadecimal digits are missing")
    }
    index += 4
    return unit
  }
}

private let hexadecimalDigits = Set("0123456789abcdefABCDEF".utf8)
