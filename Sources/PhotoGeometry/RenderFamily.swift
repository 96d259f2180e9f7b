/// A widget's size class.
///
/// The raw value is its name in documents, file names and JSON.
public enum RenderFamily: String, CaseIterable, Hashable, Sendable {
  /// WidgetKit's systemSmall.
  case small
  /// WidgetKit's systemMedium.
  case medium
  /// WidgetKit's systemLarge.
  case large
  /// WidgetKit's systemExtraLargePortrait, the only one that is higher than it is wide.
  case portrait
  /// WidgetKit's systemExtraLarge.
  case extraLarge

  /// Those that every prepared photo has, whatever it is prepared for: the published app's.
  public static let always: [RenderFamily] = [.small, .medium, .large]

  /// Those that only some devices have.
  public static let further: [RenderFamily] = allCases.filter { !always.contains($0) }

  /// The names of some families, for people: `small, medium, large`, or `small, medium or large`.
  public static func names(_ families: [RenderFamily] = allCases, last: String? = nil) -> String {
    families.map(\.name).listed(last)
  }

  /// The name on the command line and in templates, for example `extra-large`.
  public var name: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }

  /// Reads that name.
  public init?(name: String) {
    guard let family = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = family
  }

  /// The case of WidgetKit's `WidgetFamily`.
  public var codeName: String {
    switch self {
    case .small: "systemSmall"
    case .medium: "systemMedium"
    case .large: "systemLarge"
    case .portrait: "systemExtraLargePortrait"
    case .extraLarge: "systemExtraLarge"
    }
  }

  /// The version of records that came with it: an older program refuses them, as it would lose the render (decision
  /// 0336).
  package var recordVersion: Int {
    switch self {
    case .small, .medium, .large: 1
    case .portrait, .extraLarge: 2
    }
  }

  /// The systems that brought it, by Apple's documentation of the case.
  public var introduced: String {
    switch self {
    case .small, .medium, .large: "iOS 14, macOS 11, visionOS 26"
    case .portrait: "iOS 27, iPadOS 27 (Today View), macOS 27, visionOS 26"
    case .extraLarge: "iPadOS 15, macOS 14, visionOS 26"
    }
  }

  /// The most bytes that its render has where nothing else is asked for.
  ///
  /// The published app's for small, medium and large; portrait has as many bytes a pixel as large, extra large has
  /// fewer pixels than that.
  public var usualByteLimit: Int {
    switch self {
    case .small: 450_000
    case .medium: 650_000
    case .large, .extraLarge: 900_000
    case .portrait: 1_400_000
    }
  }

  /// The family closest in shape, whose render is shown if a photo has none for this family.
  public var substitute: RenderFamily {
    switch self {
    case .small, .medium, .large: self
    case .portrait: .large
    case .extraLarge: .medium
    }
  }

  /// The screen to use if no device is named, or if the device has no such widget: the largest iPhone, and for
  /// extra large the largest iPad.
  public var usualScreen: WidgetScreen { self == .extraLarge ? .largestPad : .largestPhone }

  /// The frame of ``usualScreen``.
  public var usualFrame: PixelSize { usualScreen.frames[self] ?? usualScreen.frames.large }
}

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

/// The size in pixels of every family's widget on one kind of screen.
public typealias WidgetFrames = PerFamily<PixelSize>

extension WidgetFrames {
  /// The most pixels an image may have before WidgetKit refuses to archive the family's timeline; `nil` for a family
  /// that the screen does not have.
  ///
  /// The limit is (2.2 × width) × (2.0 × height) of the frame, and an image is refused when its area is strictly
  /// greater. Source: maxima logged by `WidgetArchiver` on iOS 17.1 and later match it on nine screens.
  public func archiveLimit(for family: RenderFamily) -> Double? {
    self[family].map { 4.4 * Double($0.area) }
  }

  /// Returns the frames with the usual frames of further families.
  public func adding(_ families: some Sequence<RenderFamily>) -> WidgetFrames {
    var frames = self
    for family in families where frames[family] == nil { frames.set(family, family.usualFrame) }
    return frames
  }

  /// Whether these frames include all the others, with the same sizes.
  public func cover(_ other: WidgetFrames) -> Bool {
    other.all.allSatisfy { self[$0.family] == $0.value }
  }
}
