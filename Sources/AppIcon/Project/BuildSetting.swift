/// What one place gives a build setting: a value for every build, and values for some.
struct BuildSetting: Hashable, Sendable {
  /// The value without a condition; `nil` when there is none.
  var plain: String?
  /// The values of `[sdk=…]`, `[arch=…]` and `[config=…]` forms, in the order they were found.
  var conditional: [String] = []
  /// The values of the forms for tvOS and visionOS, whose icons are stacks of pictures in catalogs and never documents
  /// of Icon Composer.
  var stacked: [String] = []

  /// Every value that can count, without empty ones.
  var values: [String] { composed + stacked.filter { !$0.isEmpty } }

  /// Every value that can count on systems where a document of Icon Composer can be the icon, without empty ones.
  var composed: [String] { ([plain].compactMap(\.self) + conditional).filter { !$0.isEmpty } }

  /// Every value split into words, each once: for settings that hold a list.
  var words: BuildSetting {
    let words = values.flatMap { $0.split { $0.isWhitespace || $0 == "," } }.map(String.init)
    return BuildSetting(
      conditional: words.enumerated().filter { !words[..<$0.offset].contains($0.element) }
        .map(\.element))
  }

  /// This place's values over those of a place that counts less: a value for every build hides all below.
  func over(_ lower: @autoclosure () -> BuildSetting) -> BuildSetting {
    guard plain == nil else { return self }
    let lower = lower()
    return BuildSetting(
      plain: lower.plain, conditional: conditional + lower.conditional,
      stacked: stacked + lower.stacked)
  }

  /// Takes a value of a form with conditions, such as `[sdk=macosx*]`.
  mutating func add(_ value: String, for conditions: some StringProtocol) {
    if Self.isStacked(conditions) { stacked.append(value) } else { conditional.append(value) }
  }

  /// Whether conditions, behind whatever name, are those of tvOS or visionOS.
  static func isStacked(_ conditions: some StringProtocol) -> Bool {
    conditions.contains("[sdk=appletv") || conditions.contains("[sdk=xr")
  }

  /// Reads a setting's forms from the keys of a table.
  ///
  /// - Parameters:
  ///   - setting: The setting's name.
  ///   - table: The values by their keys.
  ///   - text: Returns the text of a value; lists are joined by spaces, as Xcode reads them.
  init<Value>(_ setting: String, in table: [String: Value], text: (Value) -> String?) {
    for (key, value) in table.sorted(by: { $0.key < $1.key }) {
      guard let value = text(value) else { continue }
      if key == setting {
        plain = value
      } else if key.hasPrefix(setting + "[") {
        add(value, for: key)
      }
    }
  }

  init(plain: String? = nil, conditional: [String] = [], stacked: [String] = []) {
    (self.plain, self.conditional, self.stacked) = (plain, conditional, stacked)
  }
}
