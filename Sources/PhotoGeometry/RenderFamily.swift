/// A widget's size class.
///
/// Everything specific to a family is here, once. The raw value is its name in documents,
/// file names and JSON.
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
  public var name: String { self == .extraLarge ? "extra-large" : rawValue }

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
  public var usualFrame: PixelSize {
    usualScreen.frames[self] ?? usualScreen.frames.large
  }
}
