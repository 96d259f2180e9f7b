/// One value for each family that a device has: small, medium and large always, others where they are (decision 0336).
public struct PerFamily<Value> {
  /// The value of systemSmall.
  public var small: Value
  /// The value of systemMedium.
  public var medium: Value
  /// The value of systemLarge.
  public var large: Value
  /// The value of systemExtraLargePortrait.
  public var portrait: Value?
  /// The value of systemExtraLarge.
  public var extraLarge: Value?

  /// Makes the values.
  public init(
    small: Value, medium: Value, large: Value, portrait: Value? = nil, extraLarge: Value? = nil
  ) {
    (self.small, self.medium, self.large) = (small, medium, large)
    (self.portrait, self.extraLarge) = (portrait, extraLarge)
  }

  /// Makes the values of some families by a call; small, medium and large are always among them.
  public init<Failure: Error>(
    _ families: [RenderFamily], _ value: (RenderFamily) throws(Failure) -> Value
  ) throws(Failure) {
    self.init(small: try value(.small), medium: try value(.medium), large: try value(.large))
    for family in RenderFamily.further where families.contains(family) {
      set(family, try value(family))
    }
  }

  /// Makes the values of the families that have one; `nil` if small, medium or large has none.
  public init?(ifAll value: (RenderFamily) -> Value?) {
    guard let small = value(.small), let medium = value(.medium), let large = value(.large)
    else { return nil }
    self.init(small: small, medium: medium, large: large)
    for family in RenderFamily.further {
      if let found = value(family) { set(family, found) }
    }
  }

  /// The families that have a value, in their order.
  public var families: [RenderFamily] { RenderFamily.allCases.filter { self[$0] != nil } }

  /// The families with their values, in their order.
  public var all: [(family: RenderFamily, value: Value)] {
    RenderFamily.allCases.compactMap { family in self[family].map { (family, $0) } }
  }

  /// The values in the order of their families.
  public var values: [Value] { all.map(\.value) }

  /// The value of a family; `nil` where the device has no such widget.
  public subscript(family: RenderFamily) -> Value? {
    switch family {
    case .small: small
    case .medium: medium
    case .large: large
    case .portrait: portrait
    case .extraLarge: extraLarge
    }
  }

  /// Replaces a family's value.
  public mutating func set(_ family: RenderFamily, _ value: Value) {
    switch family {
    case .small: small = value
    case .medium: medium = value
    case .large: large = value
    case .portrait: portrait = value
    case .extraLarge: extraLarge = value
    }
  }

  /// Returns the result of a call for each value.
  public func map<Other, Failure: Error>(
    _ transform: (RenderFamily, Value) throws(Failure) -> Other
  ) throws(Failure) -> PerFamily<Other> {
    var other = PerFamily<Other>(
      small: try transform(.small, small), medium: try transform(.medium, medium),
      large: try transform(.large, large))
    for family in RenderFamily.further {
      if let value = self[family] { other.set(family, try transform(family, value)) }
    }
    return other
  }
}

extension PerFamily {
  /// Returns pairs of the values of both, for the families that both have.
  public func beside<Other>(_ other: PerFamily<Other>) -> PerFamily<(Value, Other)> {
    var both = PerFamily<(Value, Other)>(
      small: (small, other.small), medium: (medium, other.medium), large: (large, other.large))
    for family in RenderFamily.further {
      if let own = self[family], let other = other[family] { both.set(family, (own, other)) }
    }
    return both
  }
}

extension PerFamily: Sendable where Value: Sendable {}
extension PerFamily: Equatable where Value: Equatable {}
extension PerFamily: Hashable where Value: Hashable {}
