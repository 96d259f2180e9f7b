/// How similar words are, to suggest the word that was probably meant.
package enum Nearness {
  /// The number of letters to insert, delete or replace (Levenshtein 1966).
  package static func distance(_ first: String, _ second: String) -> Int {
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

  /// The nearest of some names, if at most two letters, and less than half of them, differ.
  package static func nearest(to word: String, among names: Set<String>) -> String? {
    let near = names.map { (name: $0, distance: distance(word, $0)) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let near, near.distance <= 2, near.distance * 2 < near.name.count else { return nil }
    return near.name
  }
}
