internal import PhotoStore

/// Why a template cannot be drawn, and where in its document.
public struct TemplateError: Error, Hashable, CustomStringConvertible {
  /// The document's name.
  public let path: String
  /// The place as a JSON pointer (RFC 6901); empty for the whole document.
  public let pointer: String
  /// The line of that place, from 1.
  public let line: Int
  /// The fact and the remedy.
  public let fact: String

  /// The place and the fact as one line.
  public var description: String {
    "\(path): line \(line)\(pointer.isEmpty ? "" : " (\(pointer))"): \(fact)"
  }
}

/// The text of a document and places in it.
struct DocumentText {
  let bytes: [UInt8]
  let path: String

  /// Makes the error for a place, given by the names and indices that lead to it.
  func error(at place: [String], _ fact: String) -> TemplateError {
    let pointer = place.map { name in
      "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
    return TemplateError(
      path: path, pointer: pointer.joined(), line: line(ofByte: offset(of: place)), fact: fact)
  }

  /// Makes the error for bytes that are not JSON.
  func error(_ failure: JSONParser.Failure) -> TemplateError {
    TemplateError(
      path: path, pointer: "", line: line(ofByte: failure.offset),
      fact: "The document is not JSON: \(failure.fact).")
  }

  private func line(ofByte offset: Int) -> Int {
    1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }

  /// Where a value starts; the document must be valid JSON.
  private func offset(of place: [String]) -> Int {
    var cursor = JSONCursor(bytes: bytes)
    for step in place where !cursor.enter(step) { break }
    return cursor.index
  }
}

/// Finds values in JSON that was parsed before.
private struct JSONCursor {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
    skip()
  }

  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Moves to the value of a name or an index; stays if there is none.
  mutating func enter(_ step: String) -> Bool {
    let start = index
    let isObject = byte == UInt8(ascii: "{")
    guard isObject || byte == UInt8(ascii: "[") else { return false }
    index += 1
    var position = 0
    while skip(), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]"), index < bytes.count {
      let name = isObject ? name() : String(position)
      if name == step { return true }
      pass()
      position += 1
    }
    index = start
    return false
  }

  /// Reads a name and the characters between it and its value.
  private mutating func name() -> String? {
    let start = index
    pass()
    let literal = bytes[start..<index]
    skip()
    return JSONValue(compactText: String(decoding: literal, as: UTF8.self))?.string
  }

  /// Skips spaces, commas and colons; always returns true.
  @discardableResult
  private mutating func skip() -> Bool {
    while index < bytes.count, byte <= 0x20 || byte == 0x2C || byte == 0x3A { index += 1 }
    return true
  }

  private mutating func pass() {
    var depth = 0
    repeat {
      switch byte {
      case UInt8(ascii: "\""): passString()
      case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, index) = (depth + 1, index + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): (depth, index) = (depth - 1, index + 1)
      default: passWord()
      }
      if depth > 0 { skip() }
    } while depth > 0 && index < bytes.count
  }

  private mutating func passString() {
    index += 1
    while index < bytes.count, byte != UInt8(ascii: "\"") {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
  }

  private mutating func passWord() {
    let ends = Array(" \n\r\t,:]}".utf8)
    repeat { index += 1 } while index < bytes.count && !ends.contains(byte)
  }
}
