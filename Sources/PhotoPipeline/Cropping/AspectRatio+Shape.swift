public import PhotoGeometry

extension AspectRatio {
  /// The shapes of the largest iPhone's widgets, small, medium and large.
  public static var widgets: [AspectRatio] {
    RenderFamily.allCases.map { AspectRatio(WidgetScreen.largestPhone.frames[$0]) }
  }

  /// The shape of the largest iPad's extra large widget.
  static let extraLarge = WidgetScreen.largestPad.extraLarge.map { AspectRatio($0) }

  /// Reads a shape as people write it: two numbers as in `16:9`, `square`, or the family of the widget
  /// that it is the shape of, `extra-large` for an iPad's; `nil` for anything else.
  public init?(shape text: String) {
    let name = text.lowercased()
    if name == "square" {
      self.init(width: 1, height: 1)
    } else if name == "extra-large", let extraLarge = Self.extraLarge {
      self = extraLarge
    } else if let family = RenderFamily(rawValue: name) {
      self.init(WidgetScreen.largestPhone.frames[family])
    } else {
      self.init(text)
    }
  }
}
