/// The severity of a finding.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Information; nothing breaks.
  case note
  /// Likely a mistake, or something that some version of the tools reports.
  case warning
  /// The build or the upload fails, or the icon is not what the app shows.
  case error

  /// Orders note before warning before error.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A rule about app icons.
public struct Rule: Sendable, Hashable, Identifiable {
  /// A short kebab-case name, stable across releases, for configuration, `--json` and suppressions.
  public let id: String
  /// The severity of this rule's findings unless configured otherwise.
  public let severity: Severity
  /// The App Store Connect code, or the tool and its message, that following the rule prevents.
  public let prevents: String?
  /// Why the rule exists and the consequences of breaking it, in a few sentences.
  public let explanation: String

  init(_ id: String, _ severity: Severity, prevents: String? = nil, _ explanation: String) {
    (self.id, self.severity) = (id, severity)
    (self.prevents, self.explanation) = (prevents, explanation)
  }
}

struct Fact: Hashable, Sendable {
  /// The fact as the end of a sentence that starts with the file's name, without full stop.
  var message: String
  /// An action, or information before the command; empty when the command is enough.
  var remedy: String
  /// A shell command that resolves the fact without changes.
  var command: String?
  /// The code that this case prevents, if it differs from the rule's.
  var prevents: String?
  /// The severity of this case, if it differs from the rule's.
  var severity: Severity?

  /// For a project, the file with the fault, below the project's folder.
  var file: String?
  /// A text at its place, such as a file's name.
  var subject: String?
  /// The value that is written behind the text, if it is a setting's name.
  var value: String?

  init(
    _ message: String, remedy: String = "", command: String? = nil, prevents: String? = nil,
    severity: Severity? = nil, file: String? = nil, at subject: String? = nil,
    of value: String? = nil
  ) {
    (self.message, self.remedy, self.command) = (message, remedy, command)
    (self.prevents, self.severity) = (prevents, severity)
    (self.file, self.subject, self.value) = (file, subject, value)
  }
}

/// How `icon place` handles a picture that breaks a rule; each rule about pictures declares it.
enum PlacingStep: Hashable, Sendable {
  /// Writing the pixels again resolves it.
  case rewritten
  /// Writing them again over a colour resolves it, on request.
  case flattened
  /// Writing them again smaller resolves it, on request.
  case reduced
  /// It is placed unchanged: a person must judge it.
  case accepted
  /// The picture is not placed: only its maker can follow the rule.
  case refused
}

/// A rule with the function that checks it for one kind of subject.
struct Check<Subject>: Sendable {
  let rule: Rule
  /// How placing handles it; `nil` for rules about other things than pictures.
  let placing: PlacingStep?
  let facts: @Sendable (Subject) -> [Fact]
}

/// Subjects of rules other than pictures, which `icon place` does not correct.
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
    self.init(rule: Rule(id, severity, prevents: prevents, explanation), placing: nil, facts: facts)
  }
}

extension Array {
  func findings<Subject>(in subject: Subject) -> [IconFinding] where Element == Check<Subject> {
    flatMap { check in check.facts(subject).map { IconFinding(rule: check.rule, fact: $0) } }
  }
}
