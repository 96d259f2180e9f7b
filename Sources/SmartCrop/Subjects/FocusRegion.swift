public import PhotoGeometry

/// A rectangle that a crop must try to keep, with a weight.
public struct FocusRegion: Hashable, Sendable {
  /// The kind of a region.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A person's face from brows to chin; the crop also keeps hair, ears and headroom.
    case face
    /// An animal's face.
    case animalFace
    /// Anything else; kept as it is.
    case region
  }

  /// The origin of a region.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// A detector found it.
    case detector
    /// A person pointed at it.
    case hand
    /// The photo's own metadata names it.
    case metadata
  }

  /// The region in fractions of the upright photo; origin top left.
  public let rect: NormalizedRect
  /// Its importance, 0…1: 1 is worth as much as everything else in the photo together.
  public let weight: Double
  /// The kind.
  public let kind: Kind
  /// The origin.
  public let origin: Origin
  /// For a face, the whole head with hair and chin if it was found; `nil` if it is only expected around the face.
  public let head: NormalizedRect?

  /// Makes a region; the weight must lie in 0…1.
  public init(
    _ rect: NormalizedRect, weight: Double = 1, kind: Kind = .region, origin: Origin = .hand,
    head: NormalizedRect? = nil
  ) {
    precondition((0...1).contains(weight), "A weight of \(weight) is not within 0…1.")
    (self.rect, self.weight, self.kind, self.origin) = (rect, weight, kind, origin)
    self.head = head
  }

  /// Whether it is a subject of the photo.
  ///
  /// A lighter one is a guess: it restricts nothing and is not missed when it is cut.
  public var isMain: Bool { weight >= 0.5 }

  /// Whether it is an animal's head that a detector found: crops keep it whole if possible, and nothing else (decision
  /// 0148).
  var isDetectedAnimal: Bool { kind == .animalFace && origin == .detector }

  /// What is missed when it is cut: of a detected animal its head, as its face is guessed from that, and wider.
  package var missed: NormalizedRect { isDetectedAnimal ? head ?? rect : rect }

  /// Whether this region is about the same thing as another one: of the same kind, with the middle of each within the
  /// other (decision 0508).
  func shows(what other: FocusRegion) -> Bool {
    kind == other.kind && rect.holdsMiddle(of: other.rect) && other.rect.holdsMiddle(of: rect)
  }
}

extension [FocusRegion] {
  /// Returns the regions that are not about the same thing as one of some others.
  func notShown(by others: [FocusRegion]) -> [FocusRegion] {
    filter { region in !others.contains { $0.shows(what: region) } }
  }
}

extension NormalizedRect {
  /// The share of the photo's area.
  var area: Double { width * height }

  /// The common area of two, as a share of the area covered by both; 0 for points.
  package func overlap(with other: NormalizedRect) -> Double {
    let common =
      max(0, min(maxX, other.maxX) - max(x, other.x))
      * max(0, min(maxY, other.maxY) - max(y, other.y))
    return common > 0 ? common / (area + other.area - common) : 0
  }

  /// Returns the rectangle enlarged by shares of its sides, clipped at the photo's border.
  func padded(side: Double, above: Double, below: Double) -> NormalizedRect {
    grown(side: side * width, above: above * height, below: below * height)
  }

  /// Returns the rectangle enlarged by shares of the photo, clipped at the photo's border.
  func grown(side: Double, above: Double, below: Double) -> NormalizedRect {
    let (left, top) = (max(0, x - side), max(0, y - above))
    return NormalizedRect(
      x: left, y: top, width: min(1, maxX + side) - left, height: min(1, maxY + below) - top)
  }

  fileprivate func holdsMiddle(of other: NormalizedRect) -> Bool {
    let (middleX, middleY) = (other.x + other.width / 2, other.y + other.height / 2)
    return (x...maxX).contains(middleX) && (y...maxY).contains(middleY)
  }
}
