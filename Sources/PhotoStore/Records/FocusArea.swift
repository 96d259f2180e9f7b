/// A place in a photo that a person pointed at and that every crop must keep.
public struct FocusArea: Hashable, Sendable {
  /// The kind of a place.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A person's face; the crop also keeps hair, ears and headroom.
    case face
    /// An animal's face.
    case animalFace
    /// Anything else; kept as it is.
    case region
  }

  /// The place in fractions of the upright photo; a point has no width and no height.
  public let rect: NormalizedRect
  /// The kind.
  public let kind: Kind

  /// Makes a place from a rectangle that lies inside the photo and has an area.
  ///
  /// `nil` when it does not; edges may stick out by 10⁻⁶, which rounding explains.
  public init?(_ rect: NormalizedRect, kind: Kind = .region) {
    let slack = 1e-6
    guard (0..<1).contains(rect.x), (0..<1).contains(rect.y), rect.width > 0, rect.height > 0,
      rect.maxX <= 1 + slack, rect.maxY <= 1 + slack
    else { return nil }
    // A rectangle that ends at the edge keeps its last bits, so it is the same after writing and reading.
    self.rect = NormalizedRect(
      x: rect.x, y: rect.y, width: rect.maxX <= 1 ? rect.width : 1 - rect.x,
      height: rect.maxY <= 1 ? rect.height : 1 - rect.y)
    self.kind = kind
  }

  /// Makes a place from a point; `nil` when it is not within 0…1.
  public init?(x: Double, y: Double, kind: Kind = .region) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    rect = NormalizedRect(x: x, y: y, width: 0, height: 0)
    self.kind = kind
  }

  /// Whether the place is a point.
  public var isPoint: Bool { rect.width == 0 && rect.height == 0 }

  /// The place as a recipe holds it: no sides for a point, no kind for a plain region.
  package var json: JSONValue {
    var object: [String: JSONValue] = ["x": .double(rect.x), "y": .double(rect.y)]
    if !isPoint {
      object["width"] = .double(rect.width)
      object["height"] = .double(rect.height)
    }
    if kind != .region { object["kind"] = .string(kind.rawValue) }
    return .object(object)
  }

  /// Reads a place; `nil` when anything about it cannot be read, because nothing may be guessed.
  package init?(json: JSONValue) {
    guard let object = json.object, let x = object["x"]?.double, let y = object["y"]?.double,
      let kind = object["kind"].map({ $0.string.flatMap(Kind.init) }) ?? .region
    else { return nil }
    switch (object["width"], object["height"]) {
    case (nil, nil): self.init(x: x, y: y, kind: kind)
    case (let width?, let height?):
      guard let width = width.double, let height = height.double else { return nil }
      self.init(NormalizedRect(x: x, y: y, width: width, height: height), kind: kind)
    default: return nil
    }
  }
}

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
  public var json: JSONValue { rect.json }

  /// Reads an area; `nil` when anything about it cannot be read.
  public init?(json: JSONValue) {
    guard let area = FocusArea(json: json), !area.isPoint else { return nil }
    self.init(area.rect)
  }
}
