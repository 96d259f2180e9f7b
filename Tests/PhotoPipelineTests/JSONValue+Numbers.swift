import PhotoStore

extension JSONValue {
  /// How many numbers there are, at every depth.
  var numberCount: Int {
    switch self {
    case .number: 1
    case .array(let elements): elements.reduce(0) { $0 + $1.numberCount }
    case .object(let values): values.values.reduce(0) { $0 + $1.numberCount }
    case .null, .bool, .string: 0
    }
  }

  /// Returns the value with another in the place of one number, counted by the order of keys.
  func replacingNumber(_ index: Int, with other: JSONValue) -> JSONValue {
    var rest = index
    return replacingNumber(&rest, with: other)
  }

  private func replacingNumber(_ rest: inout Int, with other: JSONValue) -> JSONValue {
    switch self {
    case .number:
      defer { rest -= 1 }
      return rest == 0 ? other : self
    case .array(let elements):
      return .array(elements.map { $0.replacingNumber(&rest, with: other) })
    case .object(var values):
      for key in values.keys.sorted() {
        values[key] = values[key]?.replacingNumber(&rest, with: other)
      }
      return .object(values)
    case .null, .bool, .string: return self
    }
  }
}
