/// One element of the small part of XML that cascade files use: names, text and children.
///
/// Attributes, comments and declarations are skipped; entities, CDATA and document types are refused, as
/// no cascade has them. Not a general XML reader.
struct XMLElement {
  let name: String
  /// The text directly inside, up to the first child.
  let text: ArraySlice<UInt8>
  let children: [XMLElement]

  /// The most elements inside each other; cascade files have eight.
  static let deepest = 32

  /// Reads a document's outermost element; `nil` when the text has another form.
  static func root(of document: [UInt8]) -> XMLElement? {
    var reader = XMLReader(bytes: document)
    return reader.skipToOpeningTag() ? reader.element(depth: 0) : nil
  }

  /// Returns the first child of a name.
  subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The numbers in the text; `nil` when a word is none.
  var numbers: [Double]? {
    text.withUnsafeBufferPointer { bytes in
      var numbers: [Double] = []
      var rest = bytes[...]
      while let start = rest.firstIndex(where: { !XMLReader.isSpace($0) }) {
        let word = rest[start...].prefix { !XMLReader.isSpace($0) }
        guard let number = Self.number(word) else { return nil }
        numbers.append(number)
        rest = rest[word.endIndex...]
      }
      return numbers
    }
  }

  /// The text without the white space around it.
  var word: String {
    text.split { XMLReader.isSpace($0) }.map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: " ")
  }

  /// The text as one whole number.
  var integer: Int? { Int(word) }

  /// The number that a word is; most are whole and short, some end with a point.
  private static func number(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
    let isNegative = word.first == UInt8(ascii: "-")
    var digits = isNegative ? word.dropFirst() : word
    if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    // Fifteen digits are exact in a Double.
    guard (1...15).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return Double(String(decoding: word, as: UTF8.self))
    }
    let value = digits.reduce(0) { 10 * $0 + Int($1 & 15) }
    return isNegative ? -Double(value) : Double(value)
  }
}

/// Reads one tag after the other.
private struct XMLReader {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static let endOfTag = Array(">".utf8)
  private static let startOfComment = Array("!--".utf8)
  private static let endOfComment = Array("-->".utf8)
  private static let endOfDeclaration = Array("?>".utf8)

  /// Moves behind the next `<` of an opening tag; false at the end or at what is not read here.
  mutating func skipToOpeningTag() -> Bool {
    while let start = next(UInt8(ascii: "<")) {
      index = start + 1
      if hasHere(Self.startOfComment) {
        guard skip(past: Self.endOfComment) else { return false }
      } else if here == UInt8(ascii: "?") {
        guard skip(past: Self.endOfDeclaration) else { return false }
      } else {
        return here != UInt8(ascii: "!")
      }
    }
    return false
  }

  /// Reads an element whose `<` was read.
  mutating func element(depth: Int) -> XMLElement? {
    guard depth < XMLElement.deepest, let end = next(UInt8(ascii: ">")) else { return nil }
    let tag = bytes[index..<end]
    let label = tag.drop(while: Self.isSpace).prefix { !Self.isSpace($0) }
    guard tag.last != UInt8(ascii: "/"), !label.isEmpty else { return nil }
    index = end + 1
    let text = bytes[index..<(next(UInt8(ascii: "<")) ?? bytes.count)]
    var children: [XMLElement] = []
    while skipToOpeningTag() {
      if here == UInt8(ascii: "/") {
        index += 1
        guard hasHere(label), skip(past: Self.endOfTag) else { return nil }
        let name = String(decoding: label, as: UTF8.self)
        return XMLElement(name: name, text: text, children: children)
      }
      guard let child = element(depth: depth + 1) else { return nil }
      children.append(child)
    }
    return nil
  }

  private var here: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func hasHere(_ mark: some Collection<UInt8>) -> Bool {
    bytes.count - index >= mark.count && bytes[index..<index + mark.count].elementsEqual(mark)
  }

  private func next(_ byte: UInt8) -> Int? {
    bytes.withUnsafeBufferPointer { $0[index...].firstIndex(of: byte) }
  }

  /// Moves behind the next occurrence of a short text.
  private mutating func skip(past end: [UInt8]) -> Bool {
    while let start = next(end[0]) {
      index = start
      if hasHere(end) {
        index += end.count
        return true
      }
      index += 1
    }
    return false
  }
}
