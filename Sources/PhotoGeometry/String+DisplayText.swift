extension String {
  /// The text for people: control characters show as `\xNN`, so that nothing in it moves a terminal's
  /// cursor or breaks a line, and so do those that change the direction of what follows them.
  package var displayText: String {
    guard unicodeScalars.contains(where: \.movesCursor) else { return self }
    return unicodeScalars.map { $0.movesCursor ? $0.utf8Escapes : String(Character($0)) }.joined()
  }
}

extension UnicodeScalar {
  /// Whether it is a control character, which may move a terminal's cursor, or changes the direction of what follows
  /// it.
  package var movesCursor: Bool {
    // U+0000 to U+001F and U+007F to U+009F are all of the category Cc; looking up properties takes long.
    value < 0x20 || value >= 0x7F && (value <= 0x9F || properties.isBidiControl)
  }

  fileprivate var utf8Escapes: String {
    String(self).utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "\\x" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }
}
