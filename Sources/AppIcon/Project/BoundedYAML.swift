import Yams

/// YAML as mappings, lists and scalars, where aliases cannot make a small file a large one.
enum BoundedYAML {
  /// The most values a document may have once its aliases are written out: ours, a hundred times what
  /// large projects have.
  private static let valueLimit = 200_000

  /// Returns the mapping that a text holds, or `nil` when it holds something else.
  ///
  /// - Throws: What Yams says, or ``AppIconError`` when the aliases make it too large.
  static func mapping(_ text: String, path: String) throws -> [String: Any]? {
    guard let node = try Yams.compose(yaml: text) else { return nil }
    var left = valueLimit
    guard fits(node, &left) else {
      throw AppIconError(
        .configurationUnreadable, path: path,
        "The file has more than \(valueLimit) values once its aliases are written out.",
        remedy: "Use fewer aliases.")
    }
    return node.any as? [String: Any]
  }

  private static func fits(_ node: Node, _ left: inout Int) -> Bool {
    left -= 1
    guard left > 0 else { return false }
    switch node {
    case .sequence(let sequence):
      for element in sequence where !fits(element, &left) { return false }
    case .mapping(let mapping):
      for (key, value) in mapping where !fits(key, &left) || !fits(value, &left) { return false }
    default: break
    }
    return true
  }
}
