import PhotoGeometry

/// The importance of any rectangle of a photo, from a summed-area table.
///
/// Source: Crow, "Summed-area tables for texture mapping", SIGGRAPH 1984.
struct ImportanceTable: Sendable {
  private let columns: Int
  private let rows: Int
  /// Entry (x, y) of `(columns + 1) × (rows + 1)` is the share of the first x columns and y rows.
  private let sums: [Double]

  init(_ map: ImportanceMap) {
    let stride = map.width + 1
    var sums = [Double](repeating: 0, count: stride * (map.height + 1))
    for y in 0..<map.height {
      var line = 0.0
      for x in 0..<map.width {
        line += Double(map.values[y * map.width + x])
        sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + line
      }
    }
    (columns, rows, self.sums) = (map.width, map.height, sums)
  }

  /// Returns the share of the importance in a rectangle, 0…1; cells cut by a side count in part.
  func share(in rect: NormalizedRect) -> Double {
    entry(rect.maxX, rect.maxY) - entry(rect.x, rect.maxY) - entry(rect.maxX, rect.y)
      + entry(rect.x, rect.y)
  }

  /// The share above and to the left of a point, linear between whole cells.
  private func entry(_ x: Double, _ y: Double) -> Double {
    let (column, right) = Self.split(x, columns)
    let (row, below) = Self.split(y, rows)
    let first = row * (columns + 1) + column
    let second = first + columns + 1
    let upper = sums[first] + right * (sums[first + 1] - sums[first])
    let lower = sums[second] + right * (sums[second + 1] - sums[second])
    return upper + below * (lower - upper)
  }

  /// The cell a fraction 0…1 falls into, and how far.
  private static func split(_ fraction: Double, _ count: Int) -> (cell: Int, part: Double) {
    let place = min(1, max(0, fraction)) * Double(count)
    let cell = min(Int(place), count - 1)
    return (cell, place - Double(cell))
  }
}
