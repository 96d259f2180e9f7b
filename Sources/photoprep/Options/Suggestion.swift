/// What a person probably meant by a word that is no name.
enum Suggestion {
  /// A question that begins with a space; empty where no name is near.
  static func sentence(for word: String, among names: [String]) -> String {
    let word = word.lowercased()
    let alike = names.filter { $0.contains(word) || word.contains($0) }
    let near = names.map { (name: $0, distance: distance(word, $0.lowercased())) }
      .min { $0.distance < $1.distance }
    if let near, near.distance < 4, near.distance < near.name.count {
      return " Did you mean '\(near.name)'?"
    }
    if word.count < 3 || alike.isEmpty { return "" }
    return " Did you mean " + alike.map { "'\($0)'" }.joined(separator: " or ") + "?"
  }

  /// The number of letters to insert, delete or replace (Levenshtein 1966).
  static func distance(_ first: String, _ second: String) -> Int {
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[second.count]
  }
}
