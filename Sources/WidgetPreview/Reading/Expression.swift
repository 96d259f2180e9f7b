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
