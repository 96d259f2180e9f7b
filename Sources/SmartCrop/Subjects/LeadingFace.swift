import PhotoGeometry

/// The face that a crop holds whole wherever it can: the largest that fits into a window.
///
/// A person's comes before an animal's. None leads when a person has pointed at something, and faces that weigh
/// less than half never do. Reasons: decision 0105.
struct LeadingFace: Sendable {
  /// The head, or only the face when no window holds the head; several when faces are equally large.
  private let heads: [NormalizedRect]

  /// A lighter face is a guess; ours.
  private static let leastWeight = 0.5

  /// Picks the face for one window size; `nil` when no face fits.
  init?(of regions: [FocusRegion], for window: SlidingWindow) {
    if regions.contains(where: { $0.origin == .hand }) { return nil }
    let heads = [FocusRegion.Kind.face, .animalFace].lazy
      .map { kind in regions.filter { $0.kind == kind && $0.weight >= Self.leastWeight } }
      .map { Self.largest($0, window) }
    guard let found = heads.first(where: { !$0.isEmpty }) else { return nil }
    self.heads = found
  }

  /// The largest faces that some place of the window holds: with all that belongs to them where that fits, else, or
  /// when several faces fit together, the face alone.
  private static func largest(_ faces: [FocusRegion], _ window: SlidingWindow) -> [NormalizedRect] {
    let areTogether = faces.count > 1 && window.canHold(faces.map(\.rect))
    let fitting = faces.compactMap { face in
      (areTogether ? [face.rect] : [face.belonging, face.rect])
        .first { window.canHold([$0]) }.map { (face.rect.area, $0) }
    }
    let greatest = fitting.map(\.0).max() ?? 0
    return fitting.filter { $0.0 >= greatest - WindowSearch.tolerance }.map(\.1)
  }

  /// Whether the window at a place holds one of the largest heads whole.
  func isHeld(by window: SlidingWindow, at place: Int) -> Bool {
    heads.contains { window.holds($0, at: place) }
  }
}

extension NormalizedRect {
  fileprivate var area: Double { width * height }
}

extension SlidingWindow {
  fileprivate func canHold(_ rects: [NormalizedRect]) -> Bool {
    (0...steps).contains { place in rects.allSatisfy { holds($0, at: place) } }
  }

  /// Whether a rectangle lies inside the window at a place, along its axis, but for a sliver that no one misses.
  fileprivate func holds(_ rect: NormalizedRect, at place: Int) -> Bool {
    let (first, last) = axis == .horizontal ? (rect.x, rect.maxX) : (rect.y, rect.maxY)
    let start = start(at: place)
    return first >= start - NormalizedRect.sliver && last <= start + share + NormalizedRect.sliver
  }
}
