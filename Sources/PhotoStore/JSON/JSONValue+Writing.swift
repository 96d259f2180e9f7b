extension JSONValue {
  /// The value as text, the same bytes for the same value on every machine.
  ///
  /// Names are sorted by their UTF-8 bytes; two spaces indent each level; a newline ends the text.
  /// Only `"`, `\` and the characters below U+0020 are escaped; numbers are written as they are
  /// held.
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
    to bytes: inout [UInt8], _ indent: Int?,
    element write: (Element, inout [UInt8], Int?) -> Void
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
