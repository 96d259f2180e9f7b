#if canImport(WidgetKit)
  public import PhotoStore
  public import WidgetKit

  extension RenderFamily {
    /// The family whose render a widget shows; large for accessories, which have none, and for families to come.
    public init(_ family: WidgetFamily) {
      self = Self.allCases.first { $0.widgetFamily == family } ?? .large
    }

    /// The family as WidgetKit names it; `nil` where this system does not have it.
    public var widgetFamily: WidgetFamily? {
      switch self {
      case .small: return .systemSmall
      case .medium: return .systemMedium
      case .large: return .systemLarge
      case .extraLarge: return .systemExtraLarge
      case .portrait:
        // Xcode 27 brought the case, Xcode 26 had it on visionOS alone; so have the stand-ins that Linux checks.
        #if compiler(>=6.4) || os(visionOS) || os(Linux)
          if #available(iOS 27, macOS 27, visionOS 26, *) { return .systemExtraLargePortrait }
        #endif
        return nil
      }
    }
  }

  extension WidgetFamily {
    /// Every family that photos have renders for and this system has, for `supportedFamilies(_:)`.
    public static var ofPhotos: [WidgetFamily] { RenderFamily.allCases.compactMap(\.widgetFamily) }
  }
#endif
