import PhotoGeometry

/// Where the network sees people's heads, from any side: a probability for each cell of a grid over the photo.
struct HeadMap: Sendable {
  private let table: SummedAreaTable
  /// The number of cells.
  private let count: Double

  init(_ plane: Plane) {
    table = SummedAreaTable(width: plane.width, height: plane.height, plane.samples)
    count = Double(plane.samples.count)
  }

  private init(table: SummedAreaTable, count: Double) { (self.table, self.count) = (table, count) }

  /// The map of the mirrored photo.
  var mirrored: HeadMap { HeadMap(table: table.mirrored, count: count) }

  /// Returns the mean probability in the middle of a rectangle, 0…1; a seventh of each side is left out at either end.
  func probability(in rect: NormalizedRect) -> Double {
    let middle = rect.padded(side: -Self.rim, above: -Self.rim, below: -Self.rim)
    let area = middle.width * middle.height
    return area > 0 ? table.sum(in: middle) / (count * area) : 0
  }

  /// The share of a rectangle's side that is left out at either end.
  static let rim = 0.15

  /// Returns the sums of the cells between two fractions of the height.
  func band(from top: Double, to bottom: Double) -> RunningSum { table.band(from: top, to: bottom) }

  /// Returns what cells add up to that have a mean probability over a share of the photo.
  func sum(of probability: Double, over area: Double) -> Double { probability * area * count }
}
