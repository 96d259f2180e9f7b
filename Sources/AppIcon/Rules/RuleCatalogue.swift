extension Rule {
  /// Every rule, in the order of the subjects: picture, set, catalog, Icon Composer document, project.
  public static let all: [Rule] =
    [.unreadable] + Check<IconImage>.all.map(\.rule) + Check<IconSet>.all.map(\.rule)
    + Check<IconCatalog>.all.map(\.rule) + Check<ComposerIcon>.all.map(\.rule)
    + Check<IconProject>.all.map(\.rule)

  /// Returns the rule of an id.
  public static func named(_ id: String) -> Rule? { all.first { $0.id == id } }

  /// The explanation as `icon explain` prints it: id, severity, code, and the text.
  public var explained: String {
    let code = prevents.map { "\nPrevents: \($0)" } ?? ""
    return "\(id) (\(severity.rawValue))\(code)\n\n\(explanation)\n"
  }
}
