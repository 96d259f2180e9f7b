extension String {
  /// The text for people: control characters show as `\xNN`, so that nothing in it moves a terminal's
  /// cursor or breaks a line, and so do those that change the direction of what follows them.
  package var displayText: String {
    unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
        ? scalar.utf8Escapes : String(Character(scalar))
    }.joined()
  }
}

extension UnicodeScalar {
  fileprivate var utf8Escapes: String {
    String(self).utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "\\x" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }
}
