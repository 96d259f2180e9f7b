internal import AppIcon

/// What a person probably meant by a word that is no name.
enum Suggestion {
  /// A question that begins with a space; empty where no name is near.
  static func sentence(for word: String, among names: [String]) -> String {
    let word = word.lowercased()
    let alike = names.filter { $0.contains(word) || word.contains($0) }
    let near = names.map { (name: $0, distance: Nearness.distance(word, $0.lowercased())) }
      .min { $0.distance < $1.distance }
    if let near, near.distance < 4, near.distance < near.name.count {
      return " Did you mean '\(near.name)'?"
    }
    if word.count < 3 || alike.isEmpty { return "" }
    return " Did you mean " + alike.map { "'\($0)'" }.joined(separator: " or ") + "?"
  }
}
