internal import PhotoStore
public import SystemPackage

extension FilePath {
  /// The path as text for people: bytes that are not UTF-8 and control characters show as `\xNN`.
  ///
  /// Nothing in a file's name can move the terminal's cursor or break a line of output.
  public var displayText: String {
    withCString { pointer in
      let bytes = UnsafeRawBufferPointer(start: pointer, count: length)
      guard let text = String(utf8: [UInt8](bytes)) else {
        return bytes.map {
          (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : Self.escape($0)
        }
        .joined()
      }
      return text.displayText
    }
  }

  /// The path's bytes with everything but unreserved ASCII and `/` percent-encoded; `nil` when the path is UTF-8, as
  /// its text is complete then.
  public var percentEncodedWhenNotUTF8: String? {
    withCString { pointer in
      let bytes = UnsafeRawBufferPointer(start: pointer, count: length).map(\.self)
      if String(utf8: bytes) != nil { return nil }
      return bytes.map { byte in
        let scalar = UnicodeScalar(byte)
        let isPlain =
          byte < 0x80
          && (scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar))
        return isPlain ? String(scalar) : "%" + hex(byte)
      }.joined()
    }
  }

  private static func escape(_ byte: UInt8) -> String { "\\x" + hex(byte) }
}

private func hex(_ byte: UInt8) -> String {
  let digits = Array("0123456789ABCDEF")
  return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
}
