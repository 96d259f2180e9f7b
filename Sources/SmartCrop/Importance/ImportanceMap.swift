import PhotoGeometry

/// A grid over the upright photo with the importance of each cell; the sum of all cells is 1.
public struct ImportanceMap: Sendable {
  /// The number of columns, at least 1.
  public let width: Int
  /// The number of rows, at least 1.
  public let height: Int
  /// `width × height` shares, row by row from the top left; their sum is 1.
  public let values: [Float]

  /// The shares of whole columns and of whole rows.
  private let columns: Profile
  private let rows: Profile

  /// Makes a map from any non-negative plane; one without any weight becomes uniform.
  init(_ plane: Plane) {
    let total = plane.total
    let uniform = 1 / Float(plane.samples.count)
    width = plane.width
    height = plane.height
    values = plane.samples.map { total > 0 ? Float(Double($0) / total) : uniform }
    columns = Profile(values, width: width, along: .horizontal)
    rows = Profile(values, width: width, along: .vertical)
  }

  /// Running sums of whole columns or rows, for the share of any strip, and its centre.
  private struct Profile {
    let shares: RunningSum
    /// Each share times the middle of its column or row, 0…1 along the axis.
    let moments: RunningSum

    init(_ values: [Float], width: Int, along axis: PhotoAxis) {
      var sums = [Double](repeating: 0, count: axis == .horizontal ? width : values.count / width)
      for (i, value) in values.enumerated() {
        sums[axis == .horizontal ? i % width : i / width] += Double(value)
      }
      let total = sums.reduce(0, +)
      let count = Double(sums.count)
      shares = RunningSum(sums.lazy.map { $0 / total })
      moments = RunningSum(sums.enumerated().lazy.map { (Double($0) + 0.5) / count * $1 / total })
    }
  }

  private func profile(along axis: PhotoAxis) -> Profile { axis == .horizontal ? columns : rows }

  /// Returns the share of the importance in a strip across the whole photo, 0…1.
  ///
  /// The strip's ends are fractions along the axis from the left or top, the second not before the first; cells that
  /// are cut by either count in part.
  func share(from start: Double, to end: Double, along axis: PhotoAxis) -> Double {
    profile(along: axis).shares.sum(from: start, to: end)
  }

  /// Returns the mean place of the importance in such a strip, 0…1 along the axis; `nil` without importance.
  func centre(from start: Double, to end: Double, along axis: PhotoAxis) -> Double? {
    let profile = profile(along: axis)
    let share = profile.shares.sum(from: start, to: end)
    return share > SlidingWindow.tolerance
      ? profile.moments.sum(from: start, to: end) / share : nil
  }

  /// Returns the centre of the importance in a rectangle, in shares of the photo's sides; `nil` for one without
  /// importance.
  func centre(in rect: NormalizedRect) -> (x: Double, y: Double)? {
    func shares(_ count: Int, _ start: Double, _ end: Double) -> [Double] {
      (0..<count).map { cell in
        let (first, last) = (Double(cell) / Double(count), Double(cell + 1) / Double(count))
        return max(0, min(end, last) - max(start, first)) * Double(count)
      }
    }
    let across = shares(width, rect.x, rect.maxX)
    let down = shares(height, rect.y, rect.maxY)
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for (row, part) in down.enumerated() where part > 0 {
      for (column, share) in across.enumerated() where share > 0 {
        let held = Double(values[row * width + column]) * share * part
        sum += held
        x += held * (Double(column) + 0.5)
        y += held * (Double(row) + 0.5)
      }
    }
    return sum > SlidingWindow.tolerance
      ? (x / sum / Double(width), y / sum / Double(height)) : nil
  }

  /// The table for the share in any rectangle.
  var table: SummedAreaTable { SummedAreaTable(width: width, height: height, values) }
}
