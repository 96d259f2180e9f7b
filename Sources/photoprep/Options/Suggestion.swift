internal import PhotoGeometry

/// Suggests a similar name for an unknown word.
enum Suggestion {
  /// A question that begins with a space; empty if no name is similar.
  static func sentence(for word: String, among names: [String]) -> String {
    let word = word.lowercased()
    let alike = names.filter { $0.contains(word) || word.contains($0) }
    let near = names.map { (name: $0, distance: Nearness.distance(word, $0.lowercased())) }
      .min { $0.distance < $1.distance }
    // A third of the letters may be wrong, and at most three; more is another word.
    if let near, near.distance <= min(3, max(1, (word.count + 1) / 3)),
      near.distance < near.name.count
    {
      return " Did you mean '\(near.name)'?"
    }
    if word.count < 3 || alike.isEmpty { return "" }
    return " Did you mean " + alike.map { "'\($0)'" }.joined(separator: " or ") + "?"
  }
}
