/// One element of the small part of XML that cascade files use: names, text and children.
///
/// Attributes, comments and declarations are skipped; entities, CDATA and document types are refused, as
/// no cascade has them. Not a general XML reader.
struct XMLElement {
  let name: String
  /// The text directly inside, up to the first child.
  let text: Substring.UTF8View
  let children: [XMLElement]

  /// The most elements inside each other; cascade files have eight.
  static let deepest = 32

  /// Reads a document's outermost element; `nil` when the text has another form.
  static func root(of document: String) -> XMLElement? {
    var reader = XMLReader(rest: document[...].utf8)
    return reader.skipToOpeningTag() ? reader.element(depth: 0) : nil
  }

  /// Returns the first child of a name.
  subscript(name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The numbers in the text; `nil` when a word is none.
  var numbers: [Double]? {
    let words = text.split { XMLReader.isSpace($0) }
    let numbers = words.compactMap { Double(Substring($0)) }
    return numbers.count == words.count ? numbers : nil
  }

  /// The text without the white space around it.
  var word: String {
    text.split { XMLReader.isSpace($0) }.map { String(Substring($0)) }.joined(separator: " ")
  }

  /// The text as one whole number.
  var integer: Int? { Int(word) }
}

/// Reads one tag after the other.
private struct XMLReader {
  var rest: Substring.UTF8View

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Moves behind the next `<` of an opening tag; false at the end or at what is not read here.
  mutating func skipToOpeningTag() -> Bool {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[rest.index(after: start)...]
      if rest.starts(with: "!--".utf8) {
        guard skip(past: "-->") else { return false }
      } else if rest.first == UInt8(ascii: "?") {
        guard skip(past: "?>") else { return false }
      } else {
        return rest.first != UInt8(ascii: "!")
      }
    }
    return false
  }

  /// Reads an element whose `<` was read.
  mutating func element(depth: Int) -> XMLElement? {
    guard depth < XMLElement.deepest, let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let tag = rest[..<end]
    guard tag.last != UInt8(ascii: "/"),
      let name = tag.split(whereSeparator: Self.isSpace).first.map({ String(Substring($0)) })
    else { return nil }
    rest = rest[rest.index(after: end)...]
    let text = rest.prefix { $0 != UInt8(ascii: "<") }
    var children: [XMLElement] = []
    while skipToOpeningTag() {
      if rest.first == UInt8(ascii: "/") {
        guard rest.dropFirst().starts(with: name.utf8), skip(past: ">") else { return nil }
        return XMLElement(name: name, text: text, children: children)
      }
      guard let child = element(depth: depth + 1) else { return nil }
      children.append(child)
    }
    return nil
  }

  /// Moves behind the next occurrence of a short text.
  private mutating func skip(past end: StaticString) -> Bool {
    let mark = Array("\(end)".utf8)
    while let start = rest.firstIndex(of: mark[0]) {
      rest = rest[start...]
      if rest.starts(with: mark) {
        rest = rest.dropFirst(mark.count)
        return true
      }
      rest = rest.dropFirst()
    }
    return false
  }
}
