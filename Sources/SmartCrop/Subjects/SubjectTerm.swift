import PhotoGeometry

/// The score for holding the focus regions.
///
///     subjects(o) = Σ over faces of w · (0.35 · v · P(o) − 0.8 · u · c(o) · (1 − c(o)))
///                   + Σ over other regions of w · cov(o)²
///
/// P is how likely the window holds the whole head (``WholeHead``). For a face that metadata names v is its side as a
/// share of a large one's, at most 1; for one that a detector found it is the cube of that, as small ones are mostly
/// not what a photo is about (decision 0100). u is that share for all faces, and c the share of the head inside: one
/// that cannot be whole is better left out than cut in half (decision 0143). An animal's head that a detector found
/// only has to be whole where possible (``HeadsKept``): any further gain would cut bodies and improve nothing (decision
/// 0148). cov is the share of a region inside the window, along the axis it moves on. The square makes one whole region
/// worth more than two halves, and a region that is no face never makes a crop keep less of it. A place that a person
/// pointed at is a region, even if it is a face, and counts ten times.
///
/// A point that a person gave also draws the window's centre c to itself, by 10 · w · (1 − |c − p|), so that
/// it ends up as near the middle as the photo allows (decision 0132).
struct SubjectTerm: Sendable {
  let regions: [FocusRegion]

  /// The gain for a large face that is certainly whole, as a share of all importance in the photo (decision 0100).
  static let faceScale = 0.35
  /// The cost of cutting a large head in half (decision 0143).
  static let halfHead = 0.2
  /// The side of a large face, as the mean of its shares of the photo's sides (decision 0100).
  static let largeFace = 0.25
  /// The factor for regions that a person pointed at: more than any importance can outweigh.
  static let handFactor = 10.0

  /// Returns the gain of a window; for regions under text, only the visible part counts.
  func gain(
    from start: Double, to end: Double, along axis: PhotoAxis, excluding text: NormalizedRect? = nil
  ) -> Double {
    regions.reduce(0) { sum, region in
      let seen = text.map { 1 - region.belonging.share(under: $0) } ?? 1
      return sum + region.weight * seen * Self.gain(of: region, start, end, axis)
    }
  }

  private static func gain(
    of region: FocusRegion, _ start: Double, _ end: Double, _ axis: PhotoAxis
  ) -> Double {
    if region.isDetectedAnimal { return 0 }
    if region.origin != .hand, let head = WholeHead(of: region) {
      let size = min(1, region.rect.area.squareRoot() / largeFace)
      let inside = head.rect.share(from: start, to: end, along: axis)
      return faceScale * (region.origin == .detector ? size * size * size : size)
        * head.probability(from: start, to: end, along: axis)
        - 4 * halfHead * size * inside * (1 - inside)
    }
    let covered = region.belonging.share(from: start, to: end, along: axis)
    guard region.origin == .hand else { return covered * covered }
    return handFactor * (covered * covered + pull(region, start, end, axis))
  }

  /// The gain of a point for being near the window's centre; 0 for other regions.
  private static func pull(
    _ region: FocusRegion, _ start: Double, _ end: Double, _ axis: PhotoAxis
  ) -> Double {
    guard region.rect.width == 0, region.rect.height == 0 else { return 0 }
    let point = axis == .horizontal ? region.rect.x : region.rect.y
    return 1 - abs((start + end) / 2 - point)
  }
}

extension FocusRegion {
  /// The region with its surroundings: a face with hair, ears and chin.
  var belonging: NormalizedRect {
    WholeHead(of: self)?.rect ?? rect
  }
}
