/// A grid over the upright photo that says how much each cell matters; all cells together are 1.
public struct ImportanceMap: Sendable {
  /// The number of columns, at least 1.
  public let width: Int
  /// The number of rows, at least 1.
  public let height: Int
  /// `width × height` shares, row by row from the top left; their sum is 1.
  public let values: [Float]

  /// Entry `i` is the share of the first `i` columns.
  private let columnTable: [Double]
  /// Entry `i` is the share of the first `i` rows.
  private let rowTable: [Double]

  /// Makes a map from any non-negative plane; one without any weight becomes uniform.
  init(_ plane: Plane) {
    let total = plane.total
    let uniform = 1 / Float(plane.samples.count)
    width = plane.width
    height = plane.height
    values = plane.samples.map { total > 0 ? Float(Double($0) / total) : uniform }
    columnTable = Self.table(values, width: width, along: .horizontal)
    rowTable = Self.table(values, width: width, along: .vertical)
  }

  /// Adds the values up along an axis, so that the share of any strip is a difference of two entries.
  private static func table(_ values: [Float], width: Int, along axis: Axis) -> [Double] {
    var sums = [Double](repeating: 0, count: axis == .horizontal ? width : values.count / width)
    for (i, value) in values.enumerated() {
      sums[axis == .horizontal ? i % width : i / width] += Double(value)
    }
    let total = sums.reduce(0, +)
    return sums.reduce(into: [0]) { table, sum in table.append((table.last ?? 0) + sum / total) }
  }
}

extension ImportanceMap {
  /// Returns the share of the importance in a strip across the whole photo.
  ///
  /// - Parameters:
  ///   - start: Where the strip begins along the axis, 0…1 from the left or top.
  ///   - end: Where it ends, not before `start`. Cells cut by either line count in part.
  ///   - axis: The axis the strip has its ends on.
  /// - Returns: The share, 0…1.
  func share(from start: Double, to end: Double, along axis: Axis) -> Double {
    let table = axis == .horizontal ? columnTable : rowTable
    return Self.entry(end, of: table) - Self.entry(start, of: table)
  }

  /// The table's entry at a fraction 0…1, linear between two whole ones.
  private static func entry(_ fraction: Double, of table: [Double]) -> Double {
    let place = min(1, max(0, fraction)) * Double(table.count - 1)
    let below = min(Int(place), table.count - 2)
    return table[below] + (place - Double(below)) * (table[below + 1] - table[below])
  }
}
