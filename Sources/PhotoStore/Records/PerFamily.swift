public import PhotoGeometry

/// One value for each widget family.
public struct PerFamily<Value> {
  /// The value of systemSmall.
  public var small: Value
  /// The value of systemMedium.
  public var medium: Value
  /// The value of systemLarge.
  public var large: Value

  /// Makes the three values.
  public init(small: Value, medium: Value, large: Value) {
    self.small = small
    self.medium = medium
    self.large = large
  }

  /// Makes the values from a list in the order of the families; `nil` for a list of another length.
  package init?(list: [Value]) {
    guard list.count == RenderFamily.allCases.count else { return nil }
    let values = Dictionary(uniqueKeysWithValues: zip(RenderFamily.allCases, list))
    self.init(ifAll: { values[$0] })
  }

  /// Makes the value of each family by a call; `nil` where one has no value.
  init?(ifAll value: (RenderFamily) -> Value?) {
    guard let small = value(.small), let medium = value(.medium), let large = value(.large)
    else { return nil }
    self.init(small: small, medium: medium, large: large)
  }

  /// Makes the value of each family by a call.
  public init<Failure: Error>(_ value: (RenderFamily) throws(Failure) -> Value) throws(Failure) {
    self.init(small: try value(.small), medium: try value(.medium), large: try value(.large))
  }

  /// The value of a family.
  public subscript(family: RenderFamily) -> Value {
    get {
      switch family {
      case .small: small
      case .medium: medium
      case .large: large
      }
    }
    set {
      switch family {
      case .small: small = newValue
      case .medium: medium = newValue
      case .large: large = newValue
      }
    }
  }
}

extension PerFamily: Sendable where Value: Sendable {}
extension PerFamily: Equatable where Value: Equatable {}
extension PerFamily: Hashable where Value: Hashable {}

extension PerFamily {
  /// An object with the families' names as keys.
  public func json(_ value: (Value) -> JSONValue) -> JSONValue {
    let values = RenderFamily.allCases.map { ($0.rawValue, value(self[$0])) }
    return .object(Dictionary(uniqueKeysWithValues: values))
  }
}
