/// How the system draws a widget: WidgetKit's `WidgetRenderingMode`.
public enum WidgetRendering: String, CaseIterable, Hashable, Sendable {
  /// Unchanged: the Home Screen and the Today View.
  case fullColor = "full-color"
  /// A tinted or clear Home Screen: no background, everything white with its own opacity.
  case accented
  /// The Lock Screen: no background, everything white, as opaque as it is light.
  case vibrant
}

/// The appearance of a picture in an accented widget: WidgetKit's `WidgetAccentedRenderingMode`, by Apple's
/// documentation of its cases.
public enum AccentedImage: String, CaseIterable, Hashable, Sendable {
  /// The unchanged picture.
  case fullColor = "full-color"
  /// White, as opaque as the picture is light.
  case desaturated
  /// The tint, as opaque as the picture is light.
  case accentedDesaturated = "accented-desaturated"
  /// The tint, as opaque as the picture: a photo becomes a uniform shape.
  case accented
}

/// A rendering with its parameters.
public struct RenderingLook: Hashable, Sendable {
  /// How the system draws the widget.
  public var rendering: WidgetRendering
  /// The appearance of pictures when accented; `nil` if the app sets none: they are white with their own opacity, so a
  /// photo becomes a uniform shape.
  public var image: AccentedImage?
  /// The tint of accented pictures.
  public var tint: Colour

  /// iOS's blue, which is its tint until a person chooses one; `systemBlue` of Apple's Human Interface Guidelines.
  public static let usualTint = Colour(red: 0, green: 122 / 255, blue: 1)

  /// Makes a look; by default full colour, and pictures for which an app sets nothing.
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

  /// The colour in which a colour is drawn.
  public func drawn(_ colour: Colour) -> Colour {
    switch rendering {
    case .fullColor: colour
    case .accented: Colour(red: 1, green: 1, blue: 1, opacity: colour.opacity)
    case .vibrant: colour.vibrant
    }
  }

  /// The drawn value of a picture's pixel: red, green, blue and opacity, 0…255.
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
