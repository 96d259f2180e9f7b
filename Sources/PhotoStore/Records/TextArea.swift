/// Where a widget writes on its photo: a part of every render, in fractions from the top left.
public struct TextArea: Hashable, Sendable {
  /// The part, which lies inside the render and has an area.
  public let rect: NormalizedRect

  /// Makes an area; `nil` where it has no sides or sticks out.
  public init?(_ rect: NormalizedRect) {
    guard let area = FocusArea(rect) else { return nil }
    self.rect = area.rect
  }

  /// A third of a side: in Small a title of 22 points and a line of 18 over a margin of 16 take 56 of 170 points
  /// (Apple's text styles headline and footnote, the standard margin of widgets).
  private static let band = 1.0 / 3

  /// The band along a side: `top`, `bottom`, `left` or `right`; `nil` for other names.
  public init?(side: String) {
    let (band, rest) = (Self.band, 1 - Self.band)
    switch side {
    case "top": rect = NormalizedRect(x: 0, y: 0, width: 1, height: band)
    case "bottom": rect = NormalizedRect(x: 0, y: rest, width: 1, height: band)
    case "left": rect = NormalizedRect(x: 0, y: 0, width: band, height: 1)
    case "right": rect = NormalizedRect(x: rest, y: 0, width: band, height: 1)
    default: return nil
    }
  }

  /// The area as a recipe holds it.
  public var json: JSONValue {
    .object([
      "x": .double(rect.x), "y": .double(rect.y), "width": .double(rect.width),
      "height": .double(rect.height),
    ])
  }

  /// Reads an area; `nil` when anything about it cannot be read.
  public init?(json: JSONValue) {
    guard let area = FocusArea(json: json), !area.isPoint else { return nil }
    self.init(area.rect)
  }
}
