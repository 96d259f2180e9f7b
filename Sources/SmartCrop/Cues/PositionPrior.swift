import Foundation

/// Where photographers put what they mean to show: near the middle.
///
///     c(x, y) = exp( −(x² + y²) / (2·0.25²) ),  x and y from −0.5 to 0.5 of the sides
///
/// Source of the idea: Tatler, "The central fixation bias in scene viewing", Journal of Vision 7(14), 2007.
/// The width is ours; see decision 0101.
enum PositionPrior {
  /// The standard deviation as a share of a side.
  private static let width = 0.25

  /// Returns the prior of every cell, 0…1.
  static func map(width columns: Int, height rows: Int) -> Plane {
    let across = profile(columns)
    let down = profile(rows)
    let samples = down.flatMap { row in across.map { Float(row * $0) } }
    return Plane(width: columns, height: rows, samples: samples)
  }

  private static func profile(_ count: Int) -> [Double] {
    (0..<count).map { cell in
      // Doubled and whole, so that both halves get the same numbers.
      let offset = Double(2 * cell + 1 - count) / Double(2 * count)
      return exp(-offset * offset / (2 * width * width))
    }
  }
}
