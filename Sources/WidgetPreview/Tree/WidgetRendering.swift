/// How the system draws a widget: WidgetKit's `WidgetRenderingMode`.
public enum WidgetRendering: String, CaseIterable, Hashable, Sendable {
  /// As it is: the Home Screen and the Today View.
  case fullColor = "full-color"
  /// A tinted or clear Home Screen: no background, everything white, as opaque as it is.
  case accented
  /// The Lock Screen: no background, everything white, as opaque as it is light.
  case vibrant
}

/// What an accented widget makes of a picture: WidgetKit's `WidgetAccentedRenderingMode`, by Apple's documentation of its
/// cases.
public enum AccentedImage: String, CaseIterable, Hashable, Sendable {
  /// The picture as it is.
  case fullColor = "full-color"
  /// White, as opaque as the picture is light.
  case desaturated
  /// The tint, as opaque as the picture is light.
  case accentedDesaturated = "accented-desaturated"
  /// The tint, as opaque as the picture is: a photo becomes an even shape.
  case accented
}

/// A rendering with what it needs to know besides.
public struct RenderingLook: Hashable, Sendable {
  /// How the system draws the widget.
  public var rendering: WidgetRendering
  /// What becomes of pictures where it is accented; `nil` where the app says nothing: they are white, as opaque as they
  /// are, so that a photo becomes an even shape.
  public var image: AccentedImage?
  /// The tint of accented pictures.
  public var tint: Colour

  /// iOS's blue, which is its tint until a person chooses one; `systemBlue` of Apple's Human Interface Guidelines.
  public static let usualTint = Colour(red: 0, green: 122 / 255, blue: 1)

  /// Makes a look; by default widgets as they are, and pictures of which an app says nothing.
  public init(
    _ rendering: WidgetRendering = .fullColor, image: AccentedImage? = nil,
    tint: Colour = usualTint
  ) {
    (self.rendering, self.image, self.tint) = (rendering, image, tint)
  }

  /// Every look that a photo can have, each with its name.
  public static func all(tint: Colour) -> [(name: String, look: RenderingLook)] {
    [
      ("full color", RenderingLook(.fullColor, tint: tint)),
      ("accented, nothing said", RenderingLook(.accented, tint: tint)),
    ]
      + AccentedImage.allCases.map {
        ("accented: \($0.rawValue)", RenderingLook(.accented, image: $0, tint: tint))
      }
      + [("vibrant", RenderingLook(.vibrant, tint: tint))]
  }

  /// What becomes of a colour that is drawn.
  public func drawn(_ colour: Colour) -> Colour {
    switch rendering {
    case .fullColor: colour
    case .accented: Colour(red: 1, green: 1, blue: 1, opacity: colour.opacity)
    case .vibrant: colour.vibrant
    }
  }

  /// What becomes of a picture's pixel: red, green, blue and opacity, 0…255.
  public func drawn(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> (UInt8, UInt8, UInt8, UInt8) {
    func luma() -> UInt8 {
      let luma: Double = 0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)
      return UInt8(luma.rounded())
    }
    switch (rendering, image) {
    case (.fullColor, _), (.accented, .fullColor): return (red, green, blue, 255)
    case (.accented, nil): return (255, 255, 255, 255)
    case (.accented, .accented): return tinted(255)
    case (.accented, .accentedDesaturated): return tinted(luma())
    case (.accented, .desaturated), (.vibrant, _): return (255, 255, 255, luma())
    }
  }

  private func tinted(_ opacity: UInt8) -> (UInt8, UInt8, UInt8, UInt8) {
    func part(_ sample: Double) -> UInt8 { UInt8((255 * sample).rounded()) }
    return (part(tint.red), part(tint.green), part(tint.blue), opacity)
  }
}
