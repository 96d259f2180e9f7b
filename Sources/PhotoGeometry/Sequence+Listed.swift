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
