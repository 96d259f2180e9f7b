public import PhotoGeometry

extension AspectRatio {
  /// The shapes of the largest iPhone's widgets.
  public static var widgets: [AspectRatio] {
    WidgetScreen.largestPhone.frames.values.map { AspectRatio($0) }
  }

  /// Reads a shape from text: two numbers as in `16:9`, `square`, or the family of the widget with this shape; `nil`
  /// for anything else.
  public init?(shape text: String) {
    let name = text.lowercased()
    if name == "square" {
      self.init(width: 1, height: 1)
    } else if let family = RenderFamily(name: name) {
      self.init(family.usualFrame)
    } else {
      self.init(text)
    }
  }
}
