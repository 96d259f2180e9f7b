public import Imaging
public import PhotoStore
public import WidgetPreview

/// The widget of a template to draw, with its data and options.
public struct TemplateRequest: Sendable {
  /// The widget's family, or its sides in points as `158x158`; `nil` for the template's first family.
  public var size: String?
  /// The device whose widget is drawn; `nil` for the template's own sizes and the largest iPhone.
  public var screen: WidgetScreen?
  /// Data that replaces the template's own, by name.
  public var data: [String: JSONValue] = [:]
  /// The pictures that views show, by name.
  public var pictures: [String: Raster] = [:]
  /// The pixels of a point, in ``scales``.
  public var scale = 3
  /// Whether all colours become the Lock Screen's white.
  public var isMonochrome = false
  /// The colour vision of the person who sees it.
  public var vision = ColourVision.usual
  /// How the system draws the widget.
  public var look = RenderingLook()
  /// The system's values for the widget.
  public var environment = WidgetEnvironment()
  /// The colour behind the widget; `nil` for none.
  public var ground: Colour?
  /// The time limit for laying out and drawing, in seconds; `nil` for none.
  public var seconds: Int?

  /// Makes a request for the template's first family, at three pixels a point.
  public init() {}

  /// The range of ``scale``; our choice: devices have two or three.
  public static let scales = 1...4

  /// The template has no such widget.
  public struct SizeFault: Error, CustomStringConvertible {
    /// The fact and the remedy, as a sentence without the name of an option.
    public let description: String
  }
}

extension WidgetRenderer {
  /// Draws a template with data filled in.
  ///
  /// - Throws: ``TemplateRequest/SizeFault``; a ``TemplateError``; errors of drawing a tree.
  public func render(_ template: Template, _ request: TemplateRequest) throws -> RenderedWidget {
    let (family, size) = try request.widget(of: template)
    return try draw(template, request.data, family, size, request, pictures: request.pictures)
      .seen(by: request.vision)
  }

  /// Draws a template with other data and pictures than a request's.
  func draw(
    _ template: Template, _ data: [String: JSONValue], _ family: String, _ size: PointSize,
    _ request: TemplateRequest, isMasked: Bool = true, pictures: [String: Raster] = [:]
  ) throws -> RenderedWidget {
    // The Lock Screen has only one scheme.
    let isWhite = request.isMonochrome || request.look.rendering == .vibrant
    var input = TemplateInput(family: family, size: size, data: data, isMonochrome: isWhite)
    input.environment = request.environment
    return try render(
      try template.view(input), in: size, scale: Double(request.scale),
      cornerRadius: isMasked ? template.mask(of: family) : 0, pictures: pictures,
      look: request.look, ground: request.ground, seconds: request.seconds)
  }
}

extension TemplateRequest {
  fileprivate func widget(of template: Template) throws -> (String, PointSize) {
    let first = template.families[0]
    let size = size ?? first.family
    if let family = template.families.first(where: { $0.family == size }) {
      if screen == nil, let own = family.size { return (size, own) }
      if let screen, template.fillsScreen { return (size, screen.points) }
      return (size, try points(size, family.size))
    }
    let sides = size.split(separator: "x").compactMap { Double($0) }
    guard sides.count == 2, sides.allSatisfy(TemplateLimits.sides.contains) else {
      let names = template.families.map(\.family).joined(separator: ", ")
      throw SizeFault(
        description: "The size is '\(size.displayText)'; this template takes \(names), "
          + "or points such as 158x158.")
    }
    return (first.family, PointSize(sides[0], sides[1]))
  }

  /// The size of a family's widget on the device in points; the template's own if the device has none.
  private func points(_ family: String, _ own: PointSize?) throws -> PointSize {
    let home = RenderFamily(name: family)
    let screen = screen ?? home?.usualScreen ?? .largestPhone
    if let frame = screen.frame(named: family) { return screen.points(frame) }
    if let own { return own }
    throw SizeFault(
      description: home == nil
        ? "The size of \(family) is not known for \(screen.identifier); write it in points, such as 158x58."
        : "\(screen.identifier) has no \(family) widget; 'photoprep devices' lists those that have."
    )
  }
}

extension WidgetScreen {
  /// The size of a family's widget in points, or of the usual screen's if this one has none.
  public func points(of family: RenderFamily) -> PointSize {
    if let frame = frames[family] { return points(frame) }
    return family.usualScreen.points(family.usualFrame)
  }

  fileprivate func frame(named family: String) -> PixelSize? {
    switch family {
    case "circular": accessories?.circular
    case "rectangular": accessories?.rectangular
    case "inline": accessories?.inline
    default: RenderFamily(name: family).flatMap { frames[$0] }
    }
  }

  /// The size of the whole screen in points, which is at the start of its name; for a screen with another kind of name
  /// the largest iPhone's.
  fileprivate var points: PointSize {
    let sides = screen.prefix { $0 != "@" }.split(separator: "x").compactMap { Double($0) }
    return sides.count == 2 ? PointSize(sides[0], sides[1]) : PointSize(440, 956)
  }

  fileprivate func points(_ frame: PixelSize) -> PointSize {
    PointSize(Double(frame.width) / Double(scale), Double(frame.height) / Double(scale))
  }
}
