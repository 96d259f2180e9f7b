internal import Foundation
internal import PhotoStore

struct Scope {
  /// Values of the data, and of the widget itself.
  var values: [String: JSONValue]
  /// Values that the document defines, not resolved yet.
  var definitions: [String: JSONValue]

  /// The value of a name, or of a member of an object, such as `event.title`.
  func value(_ name: String) -> JSONValue? {
    let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return steps.dropFirst().reduce(values[steps[0]]) { value, step in value?.object?[step] }
  }

  /// The function that a placeholder calls and its arguments; `nil` for other placeholders.
  static func call(_ name: String) -> (function: String, names: [String])? {
    guard let open = name.firstIndex(of: "("), name.hasSuffix(")") else { return nil }
    let names = name[name.index(after: open)...].dropLast().split(separator: ",")
    return (String(name[..<open]), names.map { $0.trimmingCharacters(in: .whitespaces) })
  }

  /// The names of values in a placeholder, and possibly words of a format.
  static func names(in placeholder: String) -> [String] {
    placeholder.split { !$0.isLetter && !$0.isNumber && !"._-".contains($0) }.map(String.init) + [
      placeholder
    ]
  }

  /// The value of `percent(value, goal)`, `reached(value, goal)`, `isEmpty(list)`, `number(value, decimals)`,
  /// `date(value, format)` or of arithmetic; `nil` for other placeholders.
  func result(_ name: String) -> JSONValue? {
    guard let (function, names) = Self.call(name) else { return arithmetic(name) }
    switch (function, names.count) {
    case ("percent", 2): return percent(names)
    case ("reached", 2): return .bool(fraction(names) >= 1)
    case ("isEmpty", 1): return .bool(value(names[0])?.isTrue != true)
    case ("number", 1...2): return number(names)
    case ("date", 2...): return date(names)
    default: return arithmetic(name)
    }
  }

  /// The result of `+`, `-`, `*`, `/` and brackets on numbers and values; 0 if something is not a number.
  private func arithmetic(_ text: String) -> JSONValue? {
    var expression = Expression(text) { name in
      value(name).map { $0 == .bool(true) ? 1 : $0.number ?? ($0.isTrue ? .nan : 0) }
    }
    return expression.value.map { value in
      let finite = value.isFinite ? value : 0
      return Int(exactly: finite).map(JSONValue.integer) ?? .double(finite)
    }
  }

  /// The locale of lines, numbers and dates, as `en_US`; the data may set another one as `locale`.
  private var locale: Locale { Locale(identifier: value("locale")?.string ?? "en_US") }

  /// A number with marks between thousands, with the number of decimals in the second argument, 0 to 9, or with its
  /// own.
  private func number(_ names: [String]) -> JSONValue? {
    guard let number = arithmetic(names[0])?.double else { return nil }
    let decimals = names.dropFirst().first.flatMap { Int($0) }.map { min(max($0, 0), 9) }
    let style = FloatingPointFormatStyle<Double>(locale: locale)
      .precision(.fractionLength((decimals ?? 0)...(decimals ?? 3)))
    return .string(number.formatted(style))
  }

  /// A day of the form `2026-01-17`, or a time of the form `2026-01-17T09:41`, by the letters of Unicode's date
  /// formats.
  private func date(_ names: [String]) -> JSONValue? {
    guard let text = value(names[0])?.string else { return nil }
    let formatter = DateFormatter()
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.locale = Locale(identifier: "en_US_POSIX")
    let dates = ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm"].lazy.compactMap { format in
      formatter.dateFormat = format
      return formatter.date(from: text)
    }
    guard let date = dates.first else { return .string("") }
    formatter.locale = locale
    formatter.dateFormat = names.dropFirst().joined(separator: ", ")
    return .string(formatter.string(from: date))
  }

  /// The first of two numbers divided by the second, with the checks of a gauge.
  private func fraction(_ names: [String]) -> Double {
    let numbers = names.map { value($0)?.number ?? .nan }
    return Gauge.fraction(of: numbers[0], in: numbers[1])
  }

  private func percent(_ names: [String]) -> JSONValue {
    let percent = fraction(names) * 100
    return .integer(Int(percent.clamped(to: 0...1_000_000).rounded()))
  }
}

extension JSONValue {
  /// The number, also if it is a text of digits; may be `nan`.
  var number: Double? { double ?? string.flatMap(Double.init) }

  /// The value in a text; `nil` for objects and lists.
  var text: String? {
    switch self {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .number(let value): value.literal
    case .string(let value): value
    case .array, .object: nil
    }
  }

  /// Whether it counts as true: everything except `null`, `false`, 0, and empty values.
  var isTrue: Bool {
    switch self {
    case .null, .bool(false), .string(""), .string("false"), .array([]): false
    case .number(let value): value.double != 0
    default: true
    }
  }
}

/// Arithmetic of a placeholder: numbers and names, `+`, `-`, `*`, `/` and brackets.
struct Expression {
  private var rest: Substring
  private let named: (String) -> Double?
  private var depth = 0

  /// Takes the text of an expression, and what returns the value of a name, if it has one.
  init(_ text: String, named: @escaping (String) -> Double?) {
    (rest, self.named) = (text[...], named)
  }

  /// The value; `nil` if the text is not an expression or has a name without a value.
  var value: Double? {
    mutating get {
      let value = sum()
      return rest.isEmpty ? value : nil
    }
  }

  private mutating func sum() -> Double? {
    guard var value = product() else { return nil }
    while let sign = take("+-") {
      guard let next = product() else { return nil }
      value += sign == "+" ? next : -next
    }
    return value
  }

  private mutating func product() -> Double? {
    guard var value = factor() else { return nil }
    while let sign = take("*/") {
      guard let next = factor() else { return nil }
      value = sign == "*" ? value * next : value / next
    }
    return value
  }

  private mutating func factor() -> Double? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= TemplateLimits.depth else { return nil }
    if take("-") != nil { return factor().map { -$0 } }
    if take("(") != nil {
      guard let value = sum(), take(")") != nil else { return nil }
      return value
    }
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    rest = rest.dropFirst(word.count)
    let value = Double(word) ?? named(String(word))
    skip()
    return value
  }

  private mutating func take(_ signs: String) -> Character? {
    skip()
    guard let next = rest.first, signs.contains(next) else { return nil }
    rest = rest.dropFirst()
    skip()
    return next
  }

  private mutating func skip() { rest = rest.drop { $0 == " " } }
}
