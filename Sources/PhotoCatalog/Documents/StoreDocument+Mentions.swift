import PhotoStore

/// Names of images at keys that this software does not know, as in newer documents.
extension StoreDocument {
  /// Every name in the document that may be an image's and is at none of the known keys, sorted.
  var mentions: [String] {
    let known = Set(references.map(\.name))
    return NamedFiles(in: json).sorted.map(\.name)
      .filter { !known.contains($0) && !$0.hasSuffix(".json") }
  }

  /// Keys of texts for people, which are never file names.
  private static let textKeys: Set = ["name", "primaryText", "secondaryText"]

  func renamingMentions(_ newNames: [String: String]) -> StoreDocument {
    StoreDocument(kind, json: Self.renamed(json, newNames)) ?? self
  }

  private static func renamed(_ value: JSONValue, _ newNames: [String: String]) -> JSONValue {
    switch value {
    case .string(let text): .string(newNames[text] ?? text)
    case .array(let values): .array(values.map { renamed($0, newNames) })
    case .object(let object):
      .object(
        Dictionary(
          uniqueKeysWithValues: object.map { key, value in
            (key, textKeys.contains(key) ? value : renamed(value, newNames))
          }))
    case .null, .bool, .number: value
    }
  }
}
