/// A widget's size class.
///
/// Everything that is so for one family and not for all stands here, once. The raw value is its name in documents,
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

  /// What people write on the command line and in templates, for example `extra-large`.
  public var name: String { self == .extraLarge ? "extra-large" : rawValue }

  /// Reads what people write.
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

  /// The systems that brought it, by Apple's documentation of the case.
  public var introduced: String {
    switch self {
    case .small, .medium, .large: "iOS 14, macOS 11, visionOS 26"
    case .portrait: "iOS 27, iPadOS 27 (Today View), macOS 27, visionOS 26"
    case .extraLarge: "iPadOS 15, macOS 14, visionOS 26"
    }
  }

  /// The family whose render is shown where a photo has none for this one: the one that is closest in shape.
  public var substitute: RenderFamily {
    switch self {
    case .small, .medium, .large: self
    case .portrait: .large
    case .extraLarge: .medium
    }
  }

  /// The kind of screen whose frame is meant where no device is named, or the device has no such widget: the
  /// largest iPhone, and for extra large the largest iPad.
  public var usualScreen: WidgetScreen { self == .extraLarge ? .largestPad : .largestPhone }

  /// The frame of ``usualScreen``.
  public var usualFrame: PixelSize {
    usualScreen.frames[self] ?? usualScreen.frames.large
  }
}
