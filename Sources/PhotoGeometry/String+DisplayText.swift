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

extension Sequence<String> {
  /// The words as people list them, for example `jpg, png or webp`; without a conjunction there is another comma.
  package func listed(_ conjunction: String? = nil) -> String {
    let words = Array(self)
    guard let conjunction, let last = words.last, words.count > 1 else {
      return words.joined(separator: ", ")
    }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}

/// How similar words are, to suggest the word that was probably meant.
package enum Nearness {
  /// The number of letters to insert, delete, replace or swap with the next one (Damerau 1964).
  package static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var (above, row) = ([Int](), Array(0...second.count))
    for (index, letter) in first.enumerated() {
      var next = [index + 1]
      for (column, other) in second.enumerated() {
        let replaced = row[column] + (letter == other ? 0 : 1)
        next.append(min(replaced, row[column + 1] + 1, next[column] + 1))
        if index > 0, column > 0, letter == second[column - 1], first[index - 1] == other {
          next[column + 1] = min(next[column + 1], above[column - 1] + 1)
        }
      }
      (above, row) = (row, next)
    }
    return row[second.count]
  }

  /// The nearest of some names, if at most two letters, and less than half of them, differ.
  package static func nearest(to word: String, among names: Set<String>) -> String? {
    let near = names.map { (name: $0, distance: distance(word, $0)) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let near, near.distance <= 2, near.distance * 2 < near.name.count else { return nil }
    return near.name
  }
}
