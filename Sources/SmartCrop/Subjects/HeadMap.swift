public import PhotoGeometry

/// Where the network sees people's heads, from any side: a probability for each cell of a grid over the photo.
public struct HeadMap: Sendable {
  let plane: Plane

  init(_ plane: Plane) { self.plane = plane }

  /// Returns the mean probability in the middle of a rectangle, 0…1; a seventh of each side is left out at either end.
  public func probability(in rect: NormalizedRect) -> Double {
    let middle = rect.padded(side: -0.15, above: -0.15, below: -0.15)
    var (sum, area) = (0.0, 0.0)
    for (row, height) in Self.cells(from: middle.y, to: middle.maxY, of: plane.height) {
      for (column, width) in Self.cells(from: middle.x, to: middle.maxX, of: plane.width) {
        sum += height * width * Double(plane.samples[row * plane.width + column])
        area += height * width
      }
    }
    return area > 0 ? sum / area : 0
  }

  /// The cells between two fractions of a side, and how much of each.
  private static func cells(
    from start: Double, to end: Double, of count: Int
  ) -> [(cell: Int, part: Double)] {
    let (first, last) = (max(0, start) * Double(count), min(1, end) * Double(count))
    guard first < last else { return [] }
    return (Int(first)..<min(count, Int(last.rounded(.up)))).map { cell in
      (cell, min(last, Double(cell + 1)) - max(first, Double(cell)))
    }
  }
}
