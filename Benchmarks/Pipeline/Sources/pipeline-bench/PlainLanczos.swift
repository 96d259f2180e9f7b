import Foundation
import PhotoGeometry

extension Grid {
  /// Resizes a part by Lanczos-3 in floating point, with a kernel as wide as the reduction.
  func lanczos3(_ rect: PixelRect, to result: PixelSize) -> Grid {
    let columns = Self.taps(rect.x, rect.width, result.width)
    let rows = Self.taps(rect.y, rect.height, result.height)
    var across = [Double](repeating: 0, count: size.height * result.width)
    for y in rect.y..<rect.maxY {
      for (x, taps) in columns.enumerated() {
        var sum = 0.0
        for (index, weight) in taps.weights.enumerated() {
          sum += weight * values[y * size.width + taps.first + index]
        }
        across[y * result.width + x] = sum
      }
    }
    var made: [Double] = []
    made.reserveCapacity(result.area)
    for taps in rows {
      for x in 0..<result.width {
        var sum = 0.0
        for (index, weight) in taps.weights.enumerated() {
          sum += weight * across[(taps.first + index) * result.width + x]
        }
        made.append(min(255, max(0, sum)))
      }
    }
    return Grid(size: result, values: made)
  }

  private static func taps(
    _ start: Int, _ count: Int, _ made: Int
  ) -> [(first: Int, weights: [Double])] {
    let step = Double(count) / Double(made)
    let scale = max(1, step)
    return (0..<made).map { index in
      let centre = Double(start) + (Double(index) + 0.5) * step
      let first = max(start, Int((centre - 3 * scale).rounded(.down)))
      let last = min(start + count - 1, Int((centre + 3 * scale).rounded(.up)))
      let plain = (first...last).map { lanczos((Double($0) + 0.5 - centre) / scale) }
      let sum = plain.reduce(0, +)
      return (first, plain.map { $0 / sum })
    }
  }

  private static func lanczos(_ x: Double) -> Double {
    guard x != 0 else { return 1 }
    guard abs(x) < 3 else { return 0 }
    return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
  }
}
