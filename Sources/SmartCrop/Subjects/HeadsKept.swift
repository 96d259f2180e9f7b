import Foundation
import PhotoGeometry

/// The places of a window that keep heads whole: the largest wherever it can, then each smaller one as far as the
/// larger ones allow.
///
/// So pairs and groups are whole when they fit, and the largest is whole when they do not. A person's head comes
/// before an animal's. If possible, a window leaves some room above; if no window holds a head, only its face counts,
/// and a window shows as much as it can of a face that is larger (decision 0142). Faces that weigh less than half
/// restrict nothing, and none does when a person has pointed at something. Reasons: decision 0100. Among places equally
/// good for heads of one size, those with the most heads clear of text are kept.
///
/// A window that moves up and down cuts foreheads and chins, so there heads that were seen without a face and that fit
/// count too, after all others. One that moves sideways may leave them out (decision 0138).
struct HeadsKept: Sendable {
  /// The remaining places, in order; never empty.
  let places: [Int]
  /// The share of the photo's area of the largest subject's face; 0 if nothing restricts the places.
  let largestFace: Double

  /// Finds the places for one window size; the place of text is in fractions of the window.
  init(_ regions: [FocusRegion], in window: SlidingWindow, excluding text: NormalizedRect? = nil) {
    let isByHand = regions.contains { $0.origin == .hand }
    let faces = isByHand ? [] : regions.filter { $0.kind == .face || $0.kind == .animalFace }
    let main = faces.filter(\.isMain)
    largestFace = main.map(\.rect.area).max() ?? 0
    let seen = faces.filter { face in
      !face.isMain && face.origin == .detector && window.axis == .vertical
        && window.canHold(face.belonging)
    }
    let groups = [main.filter { $0.kind == .face }, main.filter { $0.kind == .animalFace }, seen]
    places = groups.flatMap(Self.byFallingSize).reduce(Array(0...window.steps)) { open, equals in
      let heads = equals.map { face in
        let fitting = [face.withRoom, face.belonging, face.rect].first { window.canHold($0) }
        return (rect: fitting ?? face.rect, fits: fitting != nil)
      }
      let whole = Self.best(of: open) { place in
        heads.reduce(0) { $0 + window.held(of: $1.rect, fits: $1.fits, at: place) }
      }
      guard let text else { return whole }
      return Self.best(of: whole) { place in
        let covered = window.part(text, at: place)
        return Double(heads.count { $0.rect.share(under: covered) == 0 })
      }
    }
  }

  /// The places of the greatest value.
  private static func best(of places: [Int], _ value: (Int) -> Double) -> [Int] {
    let values = places.map(value)
    let most = values.max() ?? 0
    return zip(places, values).filter { $1 >= most - SlidingWindow.tolerance }.map(\.0)
  }

  /// The faces in groups of one size, the largest first; a group is unordered, so that a mirrored photo gives the same.
  private static func byFallingSize(_ faces: [FocusRegion]) -> [[FocusRegion]] {
    faces.sorted { $0.rect.area > $1.rect.area }.reduce(into: []) { groups, face in
      if let first = groups.last?.first, first.rect.area - face.rect.area <= SlidingWindow.tolerance
      {
        groups[groups.count - 1].append(face)
      } else {
        groups.append([face])
      }
    }
  }
}

extension FocusRegion {
  /// The room above a subject's head, in its height: hair and hats end above where they are expected (decision 0140).
  private static let room = 0.05

  /// The area that belongs to a face, with some room above for a subject.
  fileprivate var withRoom: NormalizedRect {
    isMain ? belonging.grown(side: 0, above: Self.room * belonging.height, below: 0) : belonging
  }
}

extension SlidingWindow {
  fileprivate func canHold(_ rect: NormalizedRect) -> Bool {
    (0...steps).contains { holds(rect, at: $0) }
  }

  /// The share of a rectangle in the window at a place: all or nothing if it fits, otherwise relative to the most that
  /// a window can show.
  fileprivate func held(of rect: NormalizedRect, fits: Bool, at place: Int) -> Double {
    if fits { return holds(rect, at: place) ? 1 : 0 }
    let start = start(at: place)
    let shown = rect.share(from: start, to: start + share, along: axis)
    return min(1, shown * (axis == .horizontal ? rect.width : rect.height) / share)
  }

  /// Whether a rectangle lies inside the window at a place, along its axis, except for a sliver.
  fileprivate func holds(_ rect: NormalizedRect, at place: Int) -> Bool {
    let (first, last) = axis == .horizontal ? (rect.x, rect.maxX) : (rect.y, rect.maxY)
    let start = start(at: place)
    return first >= start - NormalizedRect.sliver && last <= start + share + NormalizedRect.sliver
  }
}

/// The head around a face, and how likely a window holds all of it.
///
/// Mostly only the face is known; hair, hats and chins differ. An end of the window lies m beyond where the head is
/// expected to end, in sides of the face, and heads differ by s:
///
///     P = p(m at the first end) · p(m at the last end),  p(m) = 1 / (1 + exp(−m / s))
///
/// Nothing lies outside of the photo, so an end at its border has p = 1. Expectations and s: decision 0100;
/// a head that was seen (``FocusRegion/head``) differs less: decision 0100.
struct WholeHead: Sendable {
  /// The actual or expected head, clipped at the photo's border.
  let rect: NormalizedRect
  private let face: NormalizedRect
  private let spread: Spread

  /// How far a head reaches beyond its face, in the face's width (sides) and height (above, below); negative is inside.
  private static let (side, above, below) = (-0.05, 0.24, 0.115)

  /// The deviation of a head's ends, in the same units.
  private struct Spread {
    let side, above, below: Double
    static let ofExpected = Spread(side: 0.08, above: 0.12, below: 0.08)
    static let ofSeen = Spread(side: 0.05, above: 0.08, below: 0.06)
  }

  /// `nil` for a region that is not a face.
  init?(of region: FocusRegion) {
    if region.kind == .region { return nil }
    face = region.rect
    rect = region.head ?? face.padded(side: Self.side, above: Self.above, below: Self.below)
    spread = region.head == nil ? .ofExpected : .ofSeen
  }

  /// Returns the face of a head of which only the whole is known.
  static func face(of head: NormalizedRect) -> NormalizedRect {
    let (width, height) = (1 + 2 * side, 1 + above + below)
    return head.padded(side: -side / width, above: -above / height, below: -below / height)
  }

  /// Returns how likely the part of the photo between two places along an axis, 0…1, holds all of the head.
  func probability(from start: Double, to end: Double, along axis: PhotoAxis) -> Double {
    switch axis {
    case .horizontal:
      Self.chance(start > 0, rect.x - start, spread.side * face.width)
        * Self.chance(end < 1, end - rect.maxX, spread.side * face.width)
    case .vertical:
      Self.chance(start > 0, rect.y - start, spread.above * face.height)
        * Self.chance(end < 1, end - rect.maxY, spread.below * face.height)
    }
  }

  /// The chance that an end of the window cuts nothing, from the room it leaves and the deviation of heads.
  private static func chance(_ canCut: Bool, _ room: Double, _ spread: Double) -> Double {
    canCut && spread > 0 ? 1 / (1 + exp(-room / spread)) : 1
  }
}

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
    // A head is expected to be narrower than its face; what a person drew is kept as it is drawn.
    let kept = min(covered, region.rect.share(from: start, to: end, along: axis))
    return handFactor * (kept * kept + pull(region, start, end, axis))
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
  var belonging: NormalizedRect { WholeHead(of: self)?.rect ?? rect }
}
