import PhotoGeometry

/// The network's probability of people's heads, from any side, for each cell of a grid over the photo.
struct HeadMap: Sendable {
  private let table: SummedAreaTable
  private let count: Double

  init(_ plane: Plane) {
    table = SummedAreaTable(width: plane.width, height: plane.height, plane.samples)
    count = Double(plane.samples.count)
  }

  /// Returns the mean probability in the middle of a rectangle, 0…1; a seventh of each side is left out at either end.
  func probability(in rect: NormalizedRect) -> Double {
    let middle = rect.padded(side: -Self.rim, above: -Self.rim, below: -Self.rim)
    return middle.area > 0 ? table.sum(in: middle) / (count * middle.area) : 0
  }

  /// The share of a rectangle's side that is left out at either end.
  private static let rim = 0.15
}
