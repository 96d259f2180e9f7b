internal import PhotoStore

/// A value of a document, its place, and the values of its placeholders.
struct Element {
  var value: JSONValue
  var place: [String]
  var scope: Scope

  /// A part of this value, or `nil`.
  subscript(name: String) -> Element? {
    value.object?[name].map { Element(value: $0, place: place + [name], scope: scope) }
  }

  var elements: [Element]? {
    value.array?.enumerated().map { index, value in
      Element(value: value, place: place + [String(index)], scope: scope)
    }
  }
}

/// The counts of everything read for one picture.
final class TemplateCounts {
  var nodes = 0
  var text = 0
  var lookups = 0
}

final class TemplateReader {
  let text: DocumentText
  let scope: Scope
  var isDark = false
  var isMonochrome = false
  var environment = WidgetEnvironment()
  let counts: TemplateCounts

  init(_ text: DocumentText, _ scope: Scope, _ counts: TemplateCounts = TemplateCounts()) {
    (self.text, self.scope, self.counts) = (text, scope, counts)
  }

  func element(_ value: JSONValue, _ place: [String]) -> Element {
    Element(value: value, place: place, scope: scope)
  }

  func error(_ element: Element, _ fact: String) -> TemplateError {
    text.error(at: element.place, fact)
  }

  func count(_ element: Element, depth: Int) throws {
    counts.nodes += 1
    if counts.nodes > TemplateLimits.nodes {
      throw error(element, "There are more than \(TemplateLimits.nodes) views.")
    }
    if depth > TemplateLimits.depth {
      throw error(element, "Views are nested deeper than \(TemplateLimits.depth) levels.")
    }
  }

  func checkNames(_ object: [String: JSONValue], of known: Set<String>, at place: [String]) throws {
    guard let name = object.keys.filter({ !known.contains($0) }).min() else { return }
    throw text.error(
      at: place + [name],
      "'\(name.displayText)' means nothing here." + suggestion(for: name, among: known)
        + " Known are \(known.sorted().joined(separator: ", ")).")
  }

  /// The name that was probably meant, as a sentence after a space; empty if no name is similar.
  func suggestion(for name: String, among known: Set<String>) -> String {
    Nearness.nearest(to: name, among: known).map { " Did you mean '\($0)'?" } ?? ""
  }
}

// MARK: Placeholders

extension TemplateReader {
  /// The value with its placeholder, switch and definition resolved, one level deep.
  func resolved(_ element: Element, step: Int = 0) throws -> Element {
    guard step < TemplateLimits.steps else {
      throw error(element, "This leads to itself, or through more than \(step) definitions.")
    }
    switch element.value {
    case .string(let text): return try filled(element, text, step)
    case .object(let object) where object["switch"] != nil:
      return try resolved(try chosen(element, step), step: step + 1)
    default: return element
    }
  }

  private func chosen(_ element: Element, _ step: Int) throws -> Element {
    guard let key = element["switch"], let cases = element["cases"] else {
      throw error(element, "A switch has 'cases', an object with a result for each value.")
    }
    let value = try resolved(key, step: step + 1).value.text ?? ""
    guard let result = cases[value] ?? element["default"] else {
      throw error(element, "There is no case '\(value.displayText)' and no 'default'.")
    }
    return result
  }

  /// A text that is a single placeholder becomes its value, of any type; in other texts placeholders are replaced by
  /// their values.
  private func filled(_ element: Element, _ text: String, _ step: Int) throws -> Element {
    guard text.contains("{") else { return element }
    var copy = element
    if text.hasPrefix("{"), text.hasSuffix("}"), text.count(where: { $0 == "{" }) == 1 {
      return try lookedUp(String(text.dropFirst().dropLast()), element, step)
    }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let value = try lookedUp(String(rest[rest.index(after: open)..<close]), element, step)
      guard let part = value.value.text else {
        throw error(element, "'\(rest[open...close])' is not a text but a list or an object.")
      }
      result += rest[..<open] + part
      rest = rest[rest.index(after: close)...]
      if result.utf8.count > TemplateLimits.text {
        throw error(element, "The text has more than \(TemplateLimits.text) bytes.")
      }
    }
    copy.value = .string(result + rest)
    return copy
  }

  private func lookedUp(_ name: String, _ element: Element, _ step: Int) throws -> Element {
    let scope = element.scope
    var found = element
    counts.lookups += 1
    guard counts.lookups <= TemplateLimits.text else {
      throw error(element, "There are more than \(TemplateLimits.text) placeholders to fill in.")
    }
    let definition = scope.definitions[name]
    if let value = scope.value(name) ?? (definition == nil ? scope.result(name) : nil) {
      found.value = value
      return found
    }
    guard let definition else {
      let known = Set(scope.values.keys).union(scope.definitions.keys)
      throw error(
        element,
        "There is no value '\(name.displayText)'." + suggestion(for: name, among: known)
          + " Add it to 'data', or to the file of --data.")
    }
    found.value = definition
    found.place = ["let", name]
    return try resolved(found, step: step + 1)
  }
}

// MARK: Values

extension TemplateReader {
  /// A part of an element, resolved; `nil` if it is missing or `null`.
  func part(_ element: Element, _ name: String) throws -> Element? {
    guard let part = element[name] else { return nil }
    let value = try resolved(part)
    return value.value == .null ? nil : value
  }

  func number(_ element: Element, _ range: ClosedRange<Double>) throws -> Double {
    let element = try resolved(element)
    guard let number = element.value.number, range.contains(number) else {
      throw error(
        element,
        "This must be a number from \(range.lowerBound.plain) to \(range.upperBound.plain).")
    }
    return number
  }

  func number(
    _ element: Element, _ name: String, _ range: ClosedRange<Double> = TemplateLimits.lengths
  ) throws -> Double? {
    try part(element, name).map { try number($0, range) }
  }

  func word(_ element: Element, _ known: [String]) throws -> String {
    let element = try resolved(element)
    guard let word = element.value.string, known.contains(word) else {
      let meant = element.value.string.map { suggestion(for: $0, among: Set(known)) } ?? ""
      throw error(element, "This must be one of \(known.joined(separator: ", "))." + meant)
    }
    return word
  }

  func word(_ element: Element, _ name: String, _ known: [String]) throws -> String? {
    try part(element, name).map { try word($0, known) }
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ element: Element, _ name: String
  ) throws -> Choice? {
    try word(element, name, Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
  }

  /// A text, counted.
  func string(_ element: Element) throws -> String {
    let element = try resolved(element)
    guard let string = element.value.text else {
      throw error(element, "This must be a string.")
    }
    counts.text += string.utf8.count
    if counts.text > TemplateLimits.text {
      throw error(element, "All texts together have more than \(TemplateLimits.text) bytes.")
    }
    return string
  }

  func isTrue(_ element: Element, _ name: String) throws -> Bool? {
    try element[name].map { try resolved($0).value.isTrue }
  }

  /// A colour: `#RRGGBB`, `#RRGGBBAA` or a name, optionally followed by an opacity.
  func colour(_ element: Element) throws -> Colour {
    let element = try resolved(element)
    let words = (element.value.string ?? "").split(separator: " ")
    let opacity = words.count == 2 ? Double(words[1]) : words.count == 1 ? 1 : nil
    guard let name = words.first.map(String.init), let opacity, (0...1).contains(opacity),
      let colour = Colour(hex: name)
        ?? SystemColours.colour(name, isDark, environment.colorSchemeContrast)
    else {
      let meant = words.first.map { suggestion(for: String($0), among: SystemColours.all) } ?? ""
      throw error(
        element,
        "This is not a colour.\(meant) Write #RRGGBB, #RRGGBBAA or one of \(SystemColours.names), and an "
          + "opacity from 0 to 1 behind it if it has one.")
    }
    let faded = colour.faded(by: opacity)
    return isMonochrome ? faded.vibrant : faded
  }

  func colour(_ element: Element, _ name: String) throws -> Colour? {
    try part(element, name).map { try colour($0) }
  }

  func fill(_ element: Element, _ name: String) throws -> Fill? {
    guard let part = try part(element, name), part["view"] == nil else { return nil }
    guard let gradient = part["gradient"] else { return .colour(try colour(part)) }
    try checkNames(
      part.value.object ?? [:], of: ["gradient", "axis", "stops", "radius"], at: part.place)
    guard let parts = gradient.elements, (2...16).contains(parts.count) else {
      throw error(gradient, "A gradient is a list of 2 to 16 colours.")
    }
    var colours: [Colour] = []
    for part in parts { colours.append(try colour(part)) }
    let direction: Gradient.Direction? = try choice(part, "axis")
    return .gradient(
      Gradient(
        colours, stops: try stops(part, count: colours.count),
        direction: direction ?? .vertical,
        radius: try number(part, "radius", 1...TemplateLimits.sides.upperBound) ?? 320))
  }

  /// The positions of a gradient's colours, if they are not even.
  private func stops(_ element: Element, count: Int) throws -> [Double]? {
    guard let part = try part(element, "stops") else { return nil }
    let stops = (part.value.array ?? []).compactMap(\.double)
    guard stops.count == count, stops == stops.sorted(), stops.allSatisfy((0...1).contains) else {
      throw error(part, "The stops are a number from 0 to 1 for each colour, none below the last.")
    }
    return stops
  }
}

extension Double {
  /// The number, without a fraction of zero.
  var plain: String { self == rounded() ? String(Int(self)) : String(self) }
}

/// The system's named colours (decision 0722).
enum SystemColours {
  /// Light and dark.
  private static let table: [String: (String, String)] = [
    "white": ("#FFFFFF", "#FFFFFF"), "black": ("#000000", "#000000"),
    "clear": ("#00000000", "#00000000"), "primary": ("#000000", "#FFFFFF"),
    "secondary": ("#3C3C4399", "#EBEBF599"), "separator": ("#3C3C434A", "#54545899"),
    "background": ("#FFFFFF", "#1C1C1E"), "green": ("#34C759", "#30D158"),
    "orange": ("#FF9500", "#FF9F0A"), "blue": ("#007AFF", "#0A84FF"),
    "pink": ("#FF2D55", "#FF375F"), "accent": ("#007AFF", "#0A84FF"),
    "red": ("#FF3B30", "#FF453A"), "yellow": ("#FFCC00", "#FFD60A"),
    "mint": ("#00C7BE", "#63E6E2"), "teal": ("#30B0C7", "#40C8E0"),
    "indigo": ("#5856D6", "#5E5CE6"), "purple": ("#AF52DE", "#BF5AF2"),
    "gray": ("#8E8E93", "#8E8E93"),
  ]

  static let names = table.keys.sorted().joined(separator: ", ")
  static let all = Set(table.keys)

  /// Light and dark, with increased contrast ("Accessible" there).
  private static let contrasted: [String: (String, String)] = [
    "green": ("#248A3D", "#30DB5B"), "orange": ("#C93400", "#FFB340"),
    "blue": ("#0040DD", "#409CFF"), "pink": ("#D30F45", "#FF6482"),
    "accent": ("#0040DD", "#409CFF"), "red": ("#D70015", "#FF6961"),
    "yellow": ("#B25000", "#FFD426"), "mint": ("#0C817B", "#66D4CF"),
    "teal": ("#008299", "#5DE6FF"), "indigo": ("#3634A3", "#7D7AFF"),
    "purple": ("#8944AB", "#DA8FFF"), "gray": ("#6C6C70", "#AEAEB2"),
  ]

  static func colour(
    _ name: String, _ isDark: Bool, _ contrast: ColourContrast = .standard
  ) -> Colour? {
    let colours = contrast == .increased ? contrasted[name] ?? table[name] : table[name]
    return colours.flatMap { Colour(hex: isDark ? $0.1 : $0.0) }
  }
}
