import PhotoStore

/// JSON as Xcode writes its projects, which is JSON5 (spec.json5.org).
///
/// Comments, commas at the end of lists, names without quotes and texts in single quotes are supported. Numbers are
/// only JSON's; projects have none.
struct JSON5Text {
  struct Failure: Error {
    /// The line, from 1.
    let line: Int
    /// The fact, without a full stop.
    let fact: String
  }

  private let bytes: [UInt8]
  private var index = 0
  private var plain: [UInt8] = []
  /// The position of the last comma in `plain`, if only space has followed it.
  private var openComma: Int?

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    plain.reserveCapacity(bytes.count + 64)
  }

  /// Returns the one value in a text.
  static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    var text = Self(bytes)
    try text.makePlain()
    do { return try JSONParser.parse(text.plain) } catch {
      throw Failure(line: text.line(before: error.offset), fact: error.fact)
    }
  }

  private func line(before offset: Int) -> Int {
    1 + plain.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }

  /// Writes the text as plain JSON, with each value on its line.
  private mutating func makePlain() throws(Failure) {
    if bytes.starts(with: JSONParser.byteOrderMark) { index = JSONParser.byteOrderMark.count }
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try text(until: byte)
      case UInt8(ascii: "/"): try comment()
      case UInt8(ascii: ","):
        openComma = plain.count
        plain.append(byte)
        index += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let openComma { plain[openComma] = UInt8(ascii: " ") }
        copy()
      case 0x09...0x0D, 0x20:
        plain.append(byte == 0x0A ? byte : 0x20)
        index += 1
      case _ where Self.startsName(byte): name()
      default: copy()
      }
    }
  }

  private mutating func copy() {
    openComma = nil
    plain.append(bytes[index])
    index += 1
  }

  private static func startsName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// A name without quotes, or one of JSON's words, which stay unchanged unless a colon follows.
  private mutating func name() {
    openComma = nil
    let start = index
    while index < bytes.count,
      Self.startsName(bytes[index]) || (0x30...0x39).contains(bytes[index])
    { index += 1 }
    let next = bytes[index...].first { !(0x09...0x0D).contains($0) && $0 != 0x20 }
    let quote = next == UInt8(ascii: ":") ? [UInt8(ascii: "\"")] : []
    plain += quote + bytes[start..<index] + quote
  }

  private mutating func comment() throws(Failure) {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    if next == UInt8(ascii: "/") {
      while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    } else if next == UInt8(ascii: "*") {
      index += 2
      while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != 0x2F {
        if bytes[index] == 0x0A { plain.append(0x0A) }
        index += 1
      }
      guard index + 1 < bytes.count else {
        throw Failure(line: line(before: plain.count), fact: "a comment does not end")
      }
      index += 2
    } else {
      copy()
    }
  }

  private mutating func text(until quote: UInt8) throws(Failure) {
    openComma = nil
    plain.append(UInt8(ascii: "\""))
    index += 1
    while index < bytes.count, bytes[index] != quote {
      switch bytes[index] {
      case UInt8(ascii: "\""): plain += Array("\\\"".utf8)
      case UInt8(ascii: "\\"):
        index += 1
        escape()
        continue
      default: plain.append(bytes[index])
      }
      index += 1
    }
    guard index < bytes.count else {
      throw Failure(line: line(before: plain.count), fact: "a text does not end")
    }
    plain.append(UInt8(ascii: "\""))
    index += 1
  }

  /// Writes an escape sequence in the form of JSON.
  private mutating func escape() {
    guard index < bytes.count else { return }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\n"): break
    case UInt8(ascii: "v"): plain += Array("\\u000b".utf8)
    case UInt8(ascii: "0"): plain += Array("\\u0000".utf8)
    case UInt8(ascii: "x"): plain += Array("\\u00".utf8)
    case _ where "\"\\/bfnrtu".utf8.contains(byte): plain += [UInt8(ascii: "\\"), byte]
    default: plain.append(byte)
    }
  }
}
