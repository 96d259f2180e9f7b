/// Every rule, by its subject.
///
/// A topic's list contains its rules: a rule in the list is checked (decision 0401).
enum IconRules {
  /// The rules of a picture file, in the order in which findings are listed.
  static let image = file + upload + form + colour + looks + extras
  /// The rules of an icon set, in the order in which findings are listed.
  static let set = files + sizes + entries
}

extension Check where Subject == IconImage {
  /// Makes a rule about a picture, with how placing handles it.
  init(
    _ id: String, _ severity: Severity, placing: PlacingStep, prevents: String? = nil,
    _ explanation: String, fact: @escaping @Sendable (IconImage) -> Fact?
  ) {
    self.init(
      rule: Rule(id, severity, prevents: prevents, explanation), placing: placing,
      facts: { image in fact(image).map { [$0] } ?? [] })
  }
}

extension IconFinding {
  /// How placing handles a finding in a picture.
  var placing: PlacingStep? { IconRules.image.first { $0.rule.id == rule }?.placing }
}

extension Rule {
  /// Every rule, in the order of the subjects: picture, set, catalog, Icon Composer document, project.
  public static let all: [Rule] =
    [.unreadable] + IconRules.image.map(\.rule) + IconRules.set.map(\.rule)
    + IconRules.catalog.map(\.rule) + IconRules.composer.map(\.rule)
    + IconRules.project.map(\.rule)

  /// The rule for a file or folder that cannot be read.
  static let unreadable = Rule(
    "unreadable", .error,
    """
    The file or folder is there but what it holds cannot be had: permission, a device error, a folder where \
    a picture should be, or more bytes than any icon has. Nothing else can be said about it.
    """)

  /// Returns the rule of an id.
  public static func named(_ id: String) -> Rule? { all.first { $0.id == id } }

  /// The explanation's first sentence.
  var title: String {
    let end = explanation.firstRange(of: ". ")?.lowerBound ?? explanation.endIndex
    let sentence = explanation[..<end]
    return sentence.hasSuffix(".") ? String(sentence) : sentence + "."
  }

  /// The explanation as `icon explain` prints it: id, severity, code, and the text.
  public var explained: String {
    let code = prevents.map { "\nPrevents: \($0)" } ?? ""
    return "\(id) (\(severity.rawValue))\(code)\n\n\(explanation)\n"
  }
}
