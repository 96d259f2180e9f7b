extension PerFamily {
  /// An object with the families' names as keys.
  public func json(_ value: (Value) -> JSONValue) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: all.map { ($0.family.rawValue, value($0.value)) }))
  }

  /// Reads an object with the families' names as keys; `nil` when small, medium or large is missing, or any is
  /// unreadable.
  init?(json: JSONValue?, _ value: (JSONValue) -> Value?) {
    guard let object = json?.object else { return nil }
    for family in RenderFamily.allCases {
      if let json = object[family.rawValue], value(json) == nil { return nil }
    }
    self.init(ifAll: { object[$0.rawValue].flatMap(value) })
  }
}
