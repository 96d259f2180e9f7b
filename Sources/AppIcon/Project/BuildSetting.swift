import Foundation

/// The values of a build setting from one place: one for every build, and conditional ones.
struct BuildSetting: Hashable, Sendable {
  /// A value with a condition such as `[sdk=macosx*]` or `[arch=arm64]`.
  struct Conditional: Hashable, Sendable {
    /// The conditions with their brackets.
    var conditions = ""
    var value: String

    /// Whether it is for a whole system, by the name of its SDK.
    func isForAll(of system: String) -> Bool {
      let parts = BuildSetting.parts(of: conditions)
      return parts.count == 1 && parts[0].name == "sdk" && parts[0].pattern.hasSuffix("*")
        && system.hasPrefix(parts[0].pattern.dropLast())
    }
  }

  /// The value without a condition; `nil` when there is none.
  var plain: String?
  /// The values with conditions; of those that apply in a build the last one does, as in Xcode's build system.
  var conditional: [Conditional] = []

  var values: [String] { all.filter { !$0.isEmpty } }

  var all: [String] { ([plain].compactMap(\.self) + conditional.map(\.value)).uniqued }

  /// Every possible value on systems on which a document of Icon Composer can be the icon, without empty ones.
  var composed: [String] {
    BuildSetting(plain: plain, conditional: conditional.filter { !Self.isStacked($0.conditions) })
      .values
  }

  /// Every value split into words, each once: for settings that hold a list; quotation marks protect spaces.
  var words: BuildSetting {
    let words: [String] = values.flatMap { value in
      IconProject.paths(String(value.map { $0.isWhitespace || $0 == "," ? " " : $0 }))
    }
    return BuildSetting(words.uniqued)
  }

  /// Combines these values with those of a lower level: a value for every build hides all lower ones, unless it
  /// contains `$(inherited)`.
  func over(_ lower: @autoclosure () -> BuildSetting) -> BuildSetting {
    guard let own = plain else {
      let lower = lower()
      return BuildSetting(plain: lower.plain, conditional: lower.conditional + conditional)
    }
    guard let place = own.firstRange(of: "$(inherited)") else { return self }
    let lower = lower()
    func with(_ value: String) -> String { own.replacingCharacters(in: place, with: value) }
    let others =
      own.utf8.count > Self.sizeLimit
      ? lower.conditional
      : lower.conditional.map { Conditional(conditions: $0.conditions, value: with($0.value)) }
    return BuildSetting(plain: lower.plain.map(with) ?? own, conditional: others + conditional)
  }

  /// Without the values for systems that a target is not built for, nor those that others hide on all of its systems:
  /// one for every build where each system has its own, and one for a system where a later one is for all of it; all
  /// stay if its systems, ``TargetContext/platforms``, are unknown.
  func built(for platforms: Set<String>) -> BuildSetting {
    if platforms.isEmpty { return self }
    let simulators = platforms.filter { $0.hasSuffix("os") }.map {
      String($0.dropLast(2)) + "simulator"
    }
    let systems = platforms.union(simulators).map { system in
      (system, last: conditional.lastIndex { $0.isForAll(of: system) })
    }
    let own = conditional.enumerated().filter { index, value in
      let patterns = Self.parts(of: value.conditions).filter { $0.name == "sdk" }
        .map { $0.pattern.prefix(while: \.isLetter) }
      return systems.contains { system, last in
        let isHidden = last.map { index < $0 && value.conditions != conditional[$0].conditions }
        return isHidden != true && patterns.allSatisfy { system.hasPrefix($0) }
      }
    }
    return BuildSetting(
      plain: systems.allSatisfy { $0.last != nil } ? nil : plain, conditional: own.map(\.element))
  }

  /// Every possible value on one system, without empty ones: a value for every build does not count where there is one
  /// for the whole system.
  func values(on platform: String) -> [String] {
    let own = built(for: [platform])
    return BuildSetting(
      plain: conditional.contains { $0.isForAll(of: platform) } ? nil : own.plain,
      conditional: own.conditional
    ).values
  }

  /// Whether the conditions after a name are those of tvOS or visionOS.
  static func isStacked(_ conditions: some StringProtocol) -> Bool {
    conditions.contains("[sdk=appletv") || conditions.contains("[sdk=xr")
  }

  /// The names and patterns in `[sdk=macosx*][arch=arm64]`.
  fileprivate static func parts(of conditions: String) -> [(name: String, pattern: String)] {
    conditions.split { "[,]".contains($0) || $0.isWhitespace }.map { part in
      let name = part.prefix { $0 != "=" }
      return (String(name), String(part.dropFirst(name.count + 1)))
    }
  }
}

extension BuildSetting {
  /// Takes values that are all possible.
  init(_ values: [String]) {
    self.init(conditional: values.map { Conditional(value: $0) })
  }

  /// Takes the assignments of one place, in their order, as far as they apply in a configuration: values, each with
  /// the conditions after the setting's name.
  ///
  /// Of those with the same conditions the last one applies. In a table one for the configuration, `[config=Debug]`,
  /// takes precedence over all others; of the lines of a file a later one without a condition does, as in Xcode's build
  /// system (swiftlang/swift-build, 2026), and it may contain the value before it as `$(inherited)`.
  init(
    _ assignments: [(conditions: String, value: String)], in configuration: String,
    areLines: Bool = false
  ) {
    self.init()
    var isExact: [String: Bool] = [:]
    for (written, value) in assignments {
      let parts = Self.parts(of: written)
      let configurations = parts.filter { $0.name == "config" }.map(\.pattern)
      guard configurations.allSatisfy({ Self.matches(configuration, $0) }) else { continue }
      let conditions = parts.filter { $0.name != "config" }.map { "[\($0.name)=\($0.pattern)]" }
        .joined()
      if !areLines, isExact[conditions] == true, configurations.isEmpty { continue }
      isExact[conditions] = !configurations.isEmpty
      if conditions.isEmpty {
        let inherited = areLines ? value.firstRange(of: "$(inherited)") : nil
        if areLines, inherited == nil { conditional = [] }
        let isShort = (plain?.utf8.count ?? 0) + value.utf8.count < Self.lineLimit
        let before = isShort ? plain : nil
        plain =
          inherited.flatMap { place in
            before.map { value.replacingCharacters(in: place, with: $0) }
          } ?? value
      } else {
        conditional.removeAll { $0.conditions == conditions }
        conditional.append(Conditional(conditions: conditions, value: value))
      }
    }
  }

  /// Reads a setting's forms from the keys of a table; `text` joins lists by spaces, as Xcode reads them.
  init<Value>(
    _ setting: String, in table: [String: Value], _ configuration: String, text: (Value) -> String?
  ) {
    let keys = table.keys.filter { $0 == setting || $0.hasPrefix(setting + "[") }.sorted()
    self.init(
      keys.compactMap { key in
        table[key].flatMap(text).map { (String(key.dropFirst(setting.count)), $0) }
      }, in: configuration)
  }

  /// The most bytes of a value with the one before it in its file, our choice, far above what projects have.
  private static let lineLimit = 1 << 16

  /// Whether a name matches a condition, in which a star at the end matches anything.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
  }

  /// Replaces `$(NAME)` and `${NAME}` by the values of other settings, recursively; a name without a value stays.
  ///
  /// Of the operators after a name `lower`, `upper`, `identifier`, `rfc1034identifier` and `default=…` are read, as in
  /// Xcode's build system (swiftlang/swift-build, 2026); with another one the name stays.
  func expanded(by values: (String) -> [String]) -> BuildSetting {
    let plains = plain.map { Self.expanded($0, by: values) } ?? []
    let others = conditional.flatMap { old in
      Self.expanded(old.value, by: values).map {
        Conditional(conditions: old.conditions, value: $0)
      }
    }
    return BuildSetting(
      plain: plains.first, conditional: plains.dropFirst().map { Conditional(value: $0) } + others)
  }

  /// The most settings that are looked up for one value, and the most bytes of the result, our choice, far above what
  /// projects have.
  private static let lookupLimit = 64
  private static let sizeLimit = 1000

  /// The results of expanding a text: several if a setting has values for several systems.
  private static func expanded(_ text: String, by values: (String) -> [String]) -> [String] {
    var (open, done, left) = ([text], [String](), lookupLimit)
    while let text = open.popLast() {
      var next: [String] = []
      for match in text.matches(
        of: /\$\((\w+)((?::[^:$(){}]+)*)\)|\$\{(\w+)((?::[^:$(){}]+)*)\}/)
      where next.isEmpty && left > 0 && text.utf8.count <= sizeLimit {
        left -= 1
        let name = String(match.output.1 ?? match.output.3 ?? "")
        let operators = (match.output.2 ?? match.output.4 ?? "").split(separator: ":")
        next = applied(operators, to: values(name)).map {
          text.replacingCharacters(in: match.range, with: $0)
        }
      }
      if next.isEmpty { done.append(text) }
      open += next.reversed()
    }
    return done.uniqued
  }

  /// The values of a setting with operators applied; none if an operator or a value is not known here.
  private static func applied(_ operators: [Substring], to values: [String]) -> [String] {
    let hasDefault = operators.contains { $0.hasPrefix("default=") }
    let all = values.isEmpty && hasDefault ? [""] : values
    return operators.reduce(all) { values, own in
      // An operator is for the value that the build has in the end.
      if values.contains(where: { $0.contains("$") }) { return [] }
      switch own {
      case "lower": return values.map { $0.lowercased() }
      case "upper": return values.map { $0.uppercased() }
      case "identifier": return values.map { identifier($0, filled: "_") }
      case "rfc1034identifier": return values.map { identifier($0, filled: "-") }
      case _ where own.hasPrefix("default="):
        return values.map { $0.isEmpty ? String(own.dropFirst("default=".count)) : $0 }
      default: return []
      }
    }
  }

  /// A text with a mark for each character that an identifier does not have, and for a digit at its start.
  private static func identifier(_ text: String, filled mark: Character) -> String {
    String(
      text.enumerated().map { index, character in
        let isKept = character.isASCII && (character.isLetter || character.isNumber && index > 0)
        return isKept ? character : mark
      })
  }
}

extension [String] {
  /// Each text once, at its first place.
  fileprivate var uniqued: [String] {
    enumerated().filter { !self[..<$0.offset].contains($0.element) }.map(\.element)
  }
}
