/// A JSON value of any shape, for the parts of a document that this software does not know.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, exactly as it was written.
  case number(JSONNumber)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Names and values; every name once.
  case object([String: JSONValue])
}

/// A JSON number, kept as it was written, so that no digit is lost between a read and a write.
public struct JSONNumber: Hashable, Sendable {
  /// The number as JSON writes it.
  public let literal: String

  /// Makes the number of a literal that the parser has accepted.
  init(literal: String) { self.literal = literal }

  /// Makes the number of a whole number.
  public init(_ value: Int) { literal = String(value) }

  /// Makes the number of a finite value, as the shortest text that reads back as the same value.
  ///
  /// A whole value below 2⁵³ in size is written without a fraction; `nil` when not finite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let whole = value.rounded() == value && value.magnitude < 0x1p53
    literal = whole ? String(Int(value)) : value.description
  }

  /// The value, or `nil` when it is too large for a `Double`.
  public var double: Double? { Double(literal).flatMap { $0.isFinite ? $0 : nil } }

  /// The value when it is whole and fits.
  public var integer: Int? { Int(literal) ?? double.flatMap { Int(exactly: $0) } }
}

extension JSONValue {
  /// Makes a whole number.
  public static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// Makes a number, or `null` when the value is not finite, because JSON cannot represent that.
  public static func double(_ value: Double) -> JSONValue {
    JSONNumber(value).map(JSONValue.number) ?? .null
  }

  /// The names and values when this is an object.
  public var object: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }
  /// The value of a key when this is an object that has it.
  package subscript(key: String) -> JSONValue? { object?[key] }
  /// The elements when this is an array.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The text when this is a string.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The value when this is a number that a `Double` can hold.
  public var double: Double? { if case .number(let value) = self { value.double } else { nil } }
  /// The value when this is a whole number.
  public var integer: Int? { if case .number(let value) = self { value.integer } else { nil } }
}

extension JSONValue {
  /// Returns this value overlaid with another.
  ///
  /// Objects are joined name by name, at every depth; anything else is replaced.
  func overlaid(with other: JSONValue) -> JSONValue {
    guard case .object(let lower) = self, case .object(let upper) = other else { return other }
    return .object(lower.merging(upper) { $0.overlaid(with: $1) })
  }

  /// Returns this object without the keys of another, at every depth.
  func without(keysOf other: JSONValue) -> [String: JSONValue] {
    guard let known = other.object else { return [:] }
    var rest: [String: JSONValue] = [:]
    for (key, value) in object ?? [:] {
      guard let knownValue = known[key] else {
        rest[key] = value
        continue
      }
      let inner = value.without(keysOf: knownValue)
      if !inner.isEmpty { rest[key] = .object(inner) }
    }
    return rest
  }
}
