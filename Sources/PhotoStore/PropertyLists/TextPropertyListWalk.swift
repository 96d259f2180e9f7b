/// Walks over a property list in XML or in the old text form of Xcode's projects, as Apple's CFPropertyList.c and
/// CFOldStylePList.c read them: it follows the nesting, and does not check whether the list is valid.
///
/// In the old form `{a;}` is a key that is its own value; it counts once here.
struct TextPropertyListWalk {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private var values = 0

  static func weight(of bytes: [UInt8]) throws(PropertyListRefusal) -> PropertyListWeight {
    var walk = Self(bytes: bytes)
    // Every character of the grammars has a zero byte in the encodings that do not extend ASCII.
    guard !bytes.contains(0) else { throw .encoding }
    if bytes.starts(with: JSONParser.byteOrderMark) { walk.index = JSONParser.byteOrderMark.count }
    walk.skip { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if walk.current == UInt8(ascii: "<") { try walk.walkXML() } else { try walk.walkOldStyle() }
    return PropertyListWeight(values: walk.values, bytes: bytes.count)
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let byte = current, isSkipped(byte) { index += 1 }
  }

  private func isAt(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  /// Moves past the next occurrence of a text, or to the end.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  private mutating func pass(_ text: StaticString) -> Bool {
    while index < bytes.count {
      if bytes[index] == text.utf8Start.pointee, isAt(text) {
        index += text.utf8CodeUnitCount
        return true
      }
      index += 1
    }
    return false
  }

  private mutating func count() throws(PropertyListRefusal) {
    values += 1
    guard values <= PropertyListGuard.valueLimit else { throw .values }
  }

  private mutating func open() throws(PropertyListRefusal) {
    depth += 1
    guard depth <= PropertyListGuard.depthLimit else { throw .depth }
  }

  private mutating func close() throws(PropertyListRefusal) {
    depth -= 1
    guard depth >= 0 else { throw .noList }
  }

  private mutating func walkXML() throws(PropertyListRefusal) {
    while pass("<") {
      let isWhole: Bool
      switch current {
      case UInt8(ascii: "!"): isWhole = try passMarkup()
      case UInt8(ascii: "?"): isWhole = try passInstruction()
      case UInt8(ascii: "/"):
        try close()
        isWhole = pass(">")
      default:
        try count()
        isWhole = pass(">")
        if isWhole, bytes[index - 2] != UInt8(ascii: "/") { try open() }
      }
      guard isWhole else { throw .noList }
    }
  }

  private mutating func passMarkup() throws(PropertyListRefusal) -> Bool {
    if isAt("!--") {
      index += 3
      return pass("-->")
    }
    if isAt("![CDATA[") { return pass("]]>") }
    guard isAt("!DOCTYPE") else { return false }
    skip { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "[") }
    guard current != UInt8(ascii: "[") else {
      throw PropertyListRefusal("The property list declares entities of its own.")
    }
    return pass(">")
  }

  /// Walks over an instruction such as the declaration at the start, which must not state an encoding in which ASCII
  /// characters here mean something else.
  private mutating func passInstruction() throws(PropertyListRefusal) -> Bool {
    let start = index
    guard pass("?>") else { return false }
    let words = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    for said in words.split(separator: "encoding", omittingEmptySubsequences: false).dropFirst() {
      guard said.hasPrefix("=\"utf-8\"") || said.hasPrefix("='utf-8'") else { throw .encoding }
    }
    return true
  }

  /// Walks over the old form token by token.
  private mutating func walkOldStyle() throws(PropertyListRefusal) {
    while let byte = current {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "{"):
        try count()
        try open()
        index += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"):
        try close()
        index += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        try count()
        passQuoted(byte)
      case UInt8(ascii: "<"):
        try count()
        pass(">")
      case UInt8(ascii: "/") where isAt("//"): passLine()
      case UInt8(ascii: "/") where isAt("/*"):
        index += 2
        pass("*/")
      case _ where Self.isPlain(byte):
        try count()
        skip(while: Self.isPlain)
      default: index += 1
      }
    }
  }

  private mutating func passQuoted(_ quote: UInt8) {
    index += 1
    while let byte = current, byte != quote { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
    index += 1
  }

  /// Moves to the end of a comment: a line feed, a return, or U+2028 and U+2029.
  private mutating func passLine() {
    while let byte = current, byte != 0x0A, byte != 0x0D {
      if byte == 0xE2, isAt("\u{2028}") || isAt("\u{2029}") { return }
      index += 1
    }
  }

  /// Whether texts without quotes may contain it.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
      UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension PropertyListRefusal {
  fileprivate static let encoding = Self("The property list is not in UTF-8.")
}
