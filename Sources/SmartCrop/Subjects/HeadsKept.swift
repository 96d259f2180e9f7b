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
  init(
    _ regions: [FocusRegion], in window: SlidingWindow, excluding text: NormalizedRect? = nil
  ) {
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

  /// The faces in groups of one size, the largest first; a group is unordered, so that a mirrored photo gives the
  /// same.
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
