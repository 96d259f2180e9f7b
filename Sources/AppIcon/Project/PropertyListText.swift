import Foundation

/// A property list in NeXT's text form, which `project.pbxproj` uses.
indirect enum PropertyListText: Hashable, Sendable {
  case string(String)
  case array([PropertyListText])
  case dictionary([String: PropertyListText])
}

extension PropertyListText {
  subscript(key: String) -> PropertyListText? {
    guard case .dictionary(let members) = self else { return nil }
    return members[key]
  }

  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var strings: [String] {
    guard case .array(let elements) = self else { return [] }
    return elements.compactMap(\.text)
  }

  var members: [String: PropertyListText] {
    guard case .dictionary(let members) = self else { return [:] }
    return members
  }

  /// Parses a whole file; `nil` when it is not in this form.
  init?(_ bytes: [UInt8]) {
    var parser = PropertyListParser(bytes: bytes)
    guard let value = parser.value(depth: 0) else { return nil }
    self = value
  }
}

/// Reads dictionaries, arrays, quoted and plain strings, and skips comments.
private struct PropertyListParser {
  let bytes: [UInt8]
  var position = 0

  /// Deeper nesting than Xcode's four levels is refused before the stack is.
  private static let depthLimit = 64

  mutating func value(depth: Int) -> PropertyListText? {
    guard depth < Self.depthLimit, let byte = next() else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return dictionary(depth)
    case UInt8(ascii: "("): return array(depth)
    default: return string().map(PropertyListText.string)
    }
  }

  private mutating func dictionary(_ depth: Int) -> PropertyListText? {
    var members: [String: PropertyListText] = [:]
    position += 1
    while let byte = next() {
      if take("}", byte) { return .dictionary(members) }
      guard let key = string(), take("="), let value = value(depth: depth + 1), take(";") else {
        return nil
      }
      members[key] = value
    }
    return nil
  }

  private mutating func array(_ depth: Int) -> PropertyListText? {
    var elements: [PropertyListText] = []
    position += 1
    while let byte = next() {
      if take(")", byte) { return .array(elements) }
      guard let value = value(depth: depth + 1) else { return nil }
      elements.append(value)
      _ = take(",")
    }
    return nil
  }

  private mutating func string() -> String? {
    guard let byte = next() else { return nil }
    return byte == UInt8(ascii: "\"") ? quoted() : plain()
  }

  private mutating func quoted() -> String? {
    var text: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), position < bytes.count {
        text.append(bytes[position])
        position += 1
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  private mutating func plain() -> String? {
    let start = position
    let ends = Set("{}()=;,\" \t\r\n".utf8)
    while position < bytes.count, !ends.contains(bytes[position]) { position += 1 }
    return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
  }

  private mutating func take(_ character: Unicode.Scalar, _ seen: UInt8? = nil) -> Bool {
    guard (seen ?? next()) == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// The next byte that is neither space nor comment.
  private mutating func next() -> UInt8? {
    while position < bytes.count {
      if bytes[position...].starts(with: "/*".utf8) {
        skip(behind: "*/")
      } else if bytes[position...].starts(with: "//".utf8) {
        skip(behind: "\n")
      } else if bytes[position] <= 0x20 {
        position += 1
      } else {
        return bytes[position]
      }
    }
    return nil
  }

  private mutating func skip(behind end: String) {
    while position < bytes.count, !bytes[position...].starts(with: end.utf8) { position += 1 }
    position = min(position + end.utf8.count, bytes.count)
  }
}
