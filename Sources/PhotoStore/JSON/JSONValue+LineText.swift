extension JSONValue {
  /// The value as one line for a terminal or another program: as ``compactText``, and no character in it
  /// moves a cursor.
  package var lineText: String { compactText.escapedInJSON }
}

extension String {
  /// JSON of the same value in which control characters, and those that change the direction of what follows
  /// them, are escaped; what is below U+0020 every writer escapes.
  package var escapedInJSON: String {
    guard unicodeScalars.contains(where: \.movesCursor) else { return self }
    return unicodeScalars.map { scalar in
      guard scalar.movesCursor else { return String(Character(scalar)) }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
