extension String {
  private static let documentEnding = ".json"

  /// The name of a document's file, where this is the name with or without its ending.
  package var documentName: String {
    hasSuffix(Self.documentEnding) ? self : self + Self.documentEnding
  }

  /// The name of a document without its ending, if it has one.
  package var documentStem: String {
    hasSuffix(Self.documentEnding) ? String(dropLast(Self.documentEnding.count)) : self
  }
}
