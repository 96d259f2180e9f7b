import PhotoGeometry

/// What a window gains by holding the focus regions.
///
///     subjects(o) = Σ over regions of w · ( cov_A(o)² + 0.1 · cov_B(o)² )
///
/// cov is the share of a padded region inside the window, along the axis it moves on; A is the region with
/// what belongs to it, B has room around it. The square makes one whole face worth more than two halves. The
/// sum grows with every region on its own, so that adding one never lowers what the crop keeps of it.
///
/// A point that a person gave also draws the window's centre c to itself, by 10 · w · (1 − |c − p|), so that
/// it ends up as near the middle as the photo allows (decision 0132).
struct SubjectTerm: Sendable {
  /// What is added to each side of a region, as shares of its sides.
  struct Padding: Sendable {
    let side, above, below: Double
  }

  let regions: [FocusRegion]

  /// What a region gains when it is whole: as much as everything else in the photo can weigh together.
  static let scale = 1.0
  /// What the room around a region counts against the region itself (decision 0102).
  static let roomWeight = 0.1
  /// What a person pointed at counts this many times as much: more than any importance can weigh up.
  static let handFactor = 10.0

  /// Returns the gain of a window.
  func gain(from start: Double, to end: Double, along axis: Axis) -> Double {
    regions.reduce(0) { sum, region in
      let tight = Self.coverage(region.belonging, start, end, axis)
      let roomy = Self.coverage(region.padded(region.kind.roomyPadding), start, end, axis)
      let factor = region.origin == .hand ? Self.handFactor : 1
      return sum + Self.scale * factor * region.weight
        * (tight * tight + Self.roomWeight * roomy * roomy) + pull(region, start, end, axis)
    }
  }

  /// What a point that a person gave gains by being near the window's centre; 0 for all else.
  private func pull(_ region: FocusRegion, _ start: Double, _ end: Double, _ axis: Axis) -> Double {
    guard region.origin == .hand, region.rect.width == 0, region.rect.height == 0 else { return 0 }
    let point = axis == .horizontal ? region.rect.x : region.rect.y
    return Self.handFactor * region.weight * (1 - abs((start + end) / 2 - point))
  }

  /// The share of a rectangle inside a window, along the axis.
  private static func coverage(
    _ rect: NormalizedRect, _ start: Double, _ end: Double, _ axis: Axis
  ) -> Double {
    let (first, last) = axis == .horizontal ? (rect.x, rect.maxX) : (rect.y, rect.maxY)
    guard last > first else { return first >= start && first <= end ? 1 : 0 }
    return max(0, min(last, end) - max(first, start)) / (last - first)
  }
}

extension FocusRegion {
  /// The region with what belongs to it: a face with hair, ears and chin.
  var belonging: NormalizedRect { padded(kind.tightPadding) }

  fileprivate func padded(_ padding: SubjectTerm.Padding) -> NormalizedRect {
    rect.padded(side: padding.side, above: padding.above, below: padding.below)
  }
}

extension FocusRegion.Kind {
  /// The region with what belongs to it: a face with hair, ears and chin.
  var tightPadding: SubjectTerm.Padding {
    switch self {
    case .face: SubjectTerm.Padding(side: 0.15, above: 0.45, below: 0.15)
    case .animalFace: SubjectTerm.Padding(side: 0.15, above: 0.45, below: 0.15)
    case .region: SubjectTerm.Padding(side: 0, above: 0, below: 0)
    }
  }

  /// The region with room around it: headroom and neck.
  var roomyPadding: SubjectTerm.Padding {
    switch self {
    case .face, .animalFace: SubjectTerm.Padding(side: 0.25, above: 0.5, below: 0.3)
    case .region: SubjectTerm.Padding(side: 0, above: 0, below: 0)
    }
  }
}
