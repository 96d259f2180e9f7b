extension Sequence<String> {
  /// The words as people list them, for example `jpg, png or webp`.
  ///
  /// - Parameter conjunction: The word before the last one; `nil` for another comma.
  /// - Returns: The list; empty without words.
  package func listed(_ conjunction: String? = nil) -> String {
    let words = Array(self)
    guard let conjunction, let last = words.last, words.count > 1 else {
      return words.joined(separator: ", ")
    }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
