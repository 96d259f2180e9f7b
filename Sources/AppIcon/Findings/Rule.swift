/// How much a finding matters.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Worth knowing; nothing breaks.
  case note
  /// Likely a mistake, or something that some version of the tools complains about.
  case warning
  /// The build or the upload fails, or the icon is not what the app shows.
  case error

  /// Orders note before warning before error.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// One thing that can be wrong with an app icon.
public struct Rule: Sendable, Hashable, Identifiable {
  /// A short kebab-case name, stable across releases, for configuration, `--json` and suppressions.
  public let id: String
  /// How much a finding of this rule matters unless configuration says otherwise.
  public let severity: Severity
  /// The App Store Connect code, or the tool and its complaint, that heeding the rule prevents.
  public let prevents: String?
  /// Why the rule exists and what follows from breaking it, in a few sentences.
  public let explanation: String

  init(_ id: String, _ severity: Severity, prevents: String? = nil, _ explanation: String) {
    self.id = id
    self.severity = severity
    self.prevents = prevents
    self.explanation = explanation
  }
}

/// What a check found in one place: the fact and the way out.
struct Fact: Hashable, Sendable {
  /// The fact as the end of a sentence that starts with the file's name, without full stop.
  var message: String
  /// An action, or what is to be known before the command; empty when the command says it all.
  var remedy: String
  /// A shell command that makes the fact go away as it stands.
  var command: String?
  /// The code that this case prevents, where it differs from the rule's.
  var prevents: String?
  /// How much this case matters, where that differs from the rule's.
  var severity: Severity?

  /// Of a project, the file in which it stands, below the project's folder.
  var file: String?
  /// A text that stands where it does, such as a file's name.
  var subject: String?

  init(
    _ message: String, remedy: String = "", command: String? = nil, prevents: String? = nil,
    severity: Severity? = nil, file: String? = nil, at subject: String? = nil
  ) {
    self.message = message
    self.remedy = remedy
    self.command = command
    self.prevents = prevents
    self.severity = severity
    self.file = file
    self.subject = subject
  }
}

/// What `icon place` does about a picture that breaks a rule; each rule of pictures says it where it is declared.
enum PlacingStep: Hashable, Sendable {
  /// Writing the pixels again makes it go away.
  case rewritten
  /// Writing them again over a colour does, which has to be asked for.
  case flattened
  /// Writing them again smaller does, which has to be asked for.
  case reduced
  /// It is placed as it is: a person has to judge it.
  case accepted
  /// The picture is not placed: only its maker can heed the rule.
  case refused
}

/// A rule with the function that looks for it in one kind of subject.
struct Check<Subject>: Sendable {
  let rule: Rule
  /// What placing does about it; of rules about other things than pictures nothing.
  let placing: PlacingStep?
  let facts: @Sendable (Subject) -> [Fact]
}

/// What rules are about beside pictures, which `icon place` does not mend.
protocol UnplacedSubject: Sendable {}

extension Check where Subject: UnplacedSubject {
  /// Makes a rule with the check that finds it broken at most once in a subject.
  init(
    _ id: String, _ severity: Severity, prevents: String? = nil, _ explanation: String,
    fact: @escaping @Sendable (Subject) -> Fact?
  ) {
    self.init(each: id, severity, prevents: prevents, explanation) { subject in
      fact(subject).map { [$0] } ?? []
    }
  }

  /// Makes a rule with the check that can find it broken in several places of one subject.
  init(
    each id: String, _ severity: Severity, prevents: String? = nil, _ explanation: String,
    facts: @escaping @Sendable (Subject) -> [Fact]
  ) {
    self.init(
      rule: Rule(id, severity, prevents: prevents, explanation), placing: nil, facts: facts)
  }
}

extension [Fact] {
  /// These facts as findings of a rule.
  func findings(of rule: Rule) -> [IconFinding] {
    map { IconFinding(rule: rule, fact: $0) }
  }
}

extension Array {
  /// Runs every check of a list on one subject.
  func findings<Subject>(in subject: Subject) -> [IconFinding] where Element == Check<Subject> {
    flatMap { check in check.facts(subject).findings(of: check.rule) }
  }
}
