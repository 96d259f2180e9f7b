import PhotoGeometry

/// Looks at the largest heads of a photo once more, from near, to see where they end.
///
/// A detector of faces knows nothing of hair, hats and chins, and in the whole photo a head is a few cells of the
/// network's grid. So ``HeadNetwork`` is shown the surroundings of a head alone, in which it fills most of the grid. What it
/// says is about twice as exact as the expectation from the face, and both together are best (decision 0100).
struct CloserLook: Sendable {
  /// Returns the heads in a picture, in its fractions, the likeliest first.
  private let heads: @Sendable (ColourPlanes) -> [NormalizedRect]

  init(heads: @escaping @Sendable (ColourPlanes) -> [NormalizedRect]) { self.heads = heads }

  init(_ network: HeadNetwork) {
    self.init { network.heads(in: NetworkPicture($0), atLeast: Self.leastProbability).map(\.rect) }
  }

  /// At most so many heads are looked at; each costs a run of the network.
  private static let mostHeads = 3
  /// Faces whose mean side is a smaller share of the photo's gain too little to be worth a look.
  private static let leastFace = 0.15
  /// The sides of the surroundings, in sides of the expected head.
  private static let surroundings = 1.5
  /// What is this unlikely to be a head says nothing about where one ends.
  private static let leastProbability = 0.3
  /// Overlaps less with the expected head: it is another one.
  private static let leastOverlap = 0.3
  /// How far heads reach beyond what the network says, on each side, in sides of the face.
  private static let beyond = 0.025
  /// What the network says counts this much, the expectation the rest.
  private static let trust = 0.7

  /// Returns the regions, those of them with their heads that were looked at.
  func regions(_ regions: [FocusRegion], in colour: ColourPlanes) -> [FocusRegion] {
    let least = leastArea(of: regions)
    return regions.map { region in
      guard let least, isFace(region), region.rect.area >= least,
        let head = head(around: region.rect, in: colour)
      else { return region }
      return region.showing(head)
    }
  }

  private func isFace(_ region: FocusRegion) -> Bool {
    region.kind == .face && region.origin == .detector
  }

  /// The area of the smallest face to look at, so that those of one size are all looked at or none: which of them comes
  /// first is another one in a mirror.
  private func leastArea(of regions: [FocusRegion]) -> Double? {
    let areas = regions.filter(isFace).map(\.rect.area).sorted(by: >)
      .filter { $0 >= Self.leastFace * Self.leastFace }
    guard areas.count > Self.mostHeads else { return areas.last }
    let first = areas[Self.mostHeads]
    return areas.last { $0 > first + WindowSearch.tolerance }
  }

  /// Returns the head of a face; `nil` where the network sees none.
  private func head(around face: NormalizedRect, in colour: ColourPlanes) -> NormalizedRect? {
    let expected = WholeHead.expected(around: face)
    let place = surroundings(of: expected, in: colour.size)
    let part = NormalizedRect(place, in: colour.size)
    let seen = heads(colour.cropped(to: place)).map { $0.inPhoto(from: part) }
    guard let head = seen.first(where: { $0.overlap(with: expected) > Self.leastOverlap }) else {
      return nil
    }
    let (side, end) = (Self.beyond * face.width, Self.beyond * face.height)
    let whole = head.grown(side: side, above: end, below: end)
    return whole.mixed(with: expected, share: Self.trust)
  }

  /// Returns the pixels around a head, moved into the picture.
  private func surroundings(of head: NormalizedRect, in size: PixelSize) -> PixelRect {
    func span(_ start: Double, _ length: Double) -> (Double, Double) {
      let side = min(1, length * Self.surroundings)
      return (min(max(0, start + length / 2 - side / 2), 1 - side), side)
    }
    let (columns, rows) = (span(head.x, head.width), span(head.y, head.height))
    let place = NormalizedRect(x: columns.0, y: rows.0, width: columns.1, height: rows.1)
    let bounds = PixelBounds(place, in: size)
    return PixelRect(
      x: bounds.left, y: bounds.top, width: bounds.right - bounds.left,
      height: bounds.bottom - bounds.top)
  }
}

extension NormalizedRect {
  /// The rectangle whose sides lie between those of two, nearer to the first the greater its share.
  fileprivate func mixed(with other: NormalizedRect, share: Double) -> NormalizedRect {
    func mixed(_ first: Double, _ second: Double) -> Double {
      share * first + (1 - share) * second
    }
    return NormalizedRect(
      x: mixed(x, other.x), y: mixed(y, other.y), width: mixed(width, other.width),
      height: mixed(height, other.height))
  }
}
