import PhotoGeometry

/// The sum of a grid's cells in any rectangle, from four entries of a table.
///
/// Source: Crow, "Summed-area tables for texture mapping", SIGGRAPH 1984. The cells cover the whole photo; those cut
/// by a rectangle's side count in part.
struct SummedAreaTable: Sendable {
  private let width: Int
  private let height: Int
  /// Entry (x, y) of `(width + 1) × (height + 1)` is the sum of the first x columns and y rows.
  private let entries: [Double]

  init(width: Int, height: Int, _ cells: [Float]) {
    let stride = width + 1
    var entries = [Double](repeating: 0, count: stride * (height + 1))
    for y in 0..<height {
      var row = 0.0
      for x in 0..<width {
        row += Double(cells[y * width + x])
        entries[(y + 1) * stride + x + 1] = entries[y * stride + x + 1] + row
      }
    }
    (self.width, self.height, self.entries) = (width, height, entries)
  }

  /// Returns the sum in a rectangle.
  func sum(in rect: NormalizedRect) -> Double {
    entry(rect.maxX, rect.maxY) - entry(rect.x, rect.maxY) - entry(rect.maxX, rect.y)
      + entry(rect.x, rect.y)
  }

  /// The sum above and to the left of a point, linear between whole cells.
  private func entry(_ x: Double, _ y: Double) -> Double {
    let (column, right) = cell(at: x, of: width)
    let (row, below) = cell(at: y, of: height)
    let first = row * (width + 1) + column
    let second = first + width + 1
    let upper = entries[first] + right * (entries[first + 1] - entries[first])
    let lower = entries[second] + right * (entries[second + 1] - entries[second])
    return upper + below * (lower - upper)
  }
}

/// The sum of consecutive cells between any two places, from two entries of a table.
struct RunningSum: Sendable {
  /// Entry `i` is the sum of the first `i` cells.
  private let entries: [Double]

  init(_ cells: some Sequence<Double>) {
    entries = cells.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
  }

  /// Returns the sum between two fractions of the way; a cell cut by either counts in part.
  func sum(from start: Double, to end: Double) -> Double { entry(end) - entry(start) }

  private func entry(_ place: Double) -> Double {
    let (cell, part) = cell(at: place, of: entries.count - 1)
    return entries[cell] + part * (entries[cell + 1] - entries[cell])
  }
}

/// The cell of a fraction of a side, and the fraction inside it; places outside are clamped to the border.
private func cell(at place: Double, of count: Int) -> (cell: Int, part: Double) {
  let cells = min(max(0, place), 1) * Double(count)
  let cell = min(Int(cells), count - 1)
  return (cell, cells - Double(cell))
}
