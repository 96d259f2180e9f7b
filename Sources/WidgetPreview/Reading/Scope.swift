internal import PhotoStore

/// The values that placeholders of a template stand for.
struct Scope {
  /// Values of the data, and of the widget itself.
  var values: [String: JSONValue]
  /// Values that the document defines, not worked out yet.
  var definitions: [String: JSONValue]

  /// The value of a name, or of a name in an object's, such as `event.title`.
  func value(_ name: String) -> JSONValue? {
    let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return steps.dropFirst().reduce(values[steps[0]]) { value, step in value?.object?[step] }
  }

  /// The function that a placeholder calls and the names that it gives it; `nil` for other placeholders.
  static func call(_ name: String) -> (function: String, names: [String])? {
    guard let open = name.firstIndex(of: "("), name.hasSuffix(")") else { return nil }
    let names = name[name.index(after: open)...].dropLast().split(separator: ",")
    return (String(name[..<open]), names.map(\.trimmed))
  }

  /// The value of `percent(value, goal)`, `reached(value, goal)` or `isEmpty(list)`; `nil` for other placeholders.
  func result(_ name: String) -> JSONValue? {
    guard let (function, names) = Self.call(name) else { return nil }
    switch (function, names.count) {
    case ("percent", 2): return percent(names)
    case ("reached", 2): return .bool(fraction(names) >= 1)
    case ("isEmpty", 1): return .bool(value(names[0])?.isTrue != true)
    default: return nil
    }
  }

  /// The first of two numbers divided by the second, with the guards of a gauge.
  private func fraction(_ names: [String]) -> Double {
    let numbers = names.map { value($0)?.number ?? .nan }
    return Gauge.fraction(of: numbers[0], in: numbers[1])
  }

  /// The share in whole percent.
  private func percent(_ names: [String]) -> JSONValue {
    let percent = fraction(names) * 100
    return .integer(Int(percent.clamped(to: 0...1_000_000).rounded()))
  }
}

extension Substring {
  /// Without spaces at its ends.
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension JSONValue {
  /// The number, also where a text spells it; may be `nan`.
  var number: Double? { double ?? string.flatMap(Double.init) }

  /// The value as it stands in a text; `nil` for objects and lists.
  var text: String? {
    switch self {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .number(let value): value.literal
    case .string(let value): value
    case .array, .object: nil
    }
  }

  /// Whether it counts as yes: everything but `null`, `false`, 0, and what is empty.
  var isTrue: Bool {
    switch self {
    case .null, .bool(false), .string(""), .string("false"), .array([]): false
    case .number(let value): value.double != 0
    default: true
    }
  }
}
