/// How the samples along one axis of a picture are resampled.
///
/// To fewer samples, each is the mean of the interval [i·w/n, (i+1)·w/n) of the w samples it covers, with those at its
/// ends in part. To more samples, each is interpolated linearly between two centres.
struct AxisResampling: Sendable {
  /// The source samples of one new sample and the weight of each; the weights' sum is 1.
  struct Cell: Sendable {
    let first: Int
    let weights: [Float]
  }

  let cells: [Cell]

  init(from length: Int, to count: Int) {
    precondition(length >= 1 && count >= 1, "\(length) samples cannot become \(count).")
    cells =
      count > length
      ? (0..<count).map { index in
        let place = Self.linearPlace(index, from: length, to: count)
        let isLast = place.first == length - 1
        return Cell(
          first: place.first,
          weights: isLast ? [1] : [1 - place.fraction, place.fraction])
      } : (0..<count).map { Self.mean($0, from: length, to: count) }
  }

  /// Works in units of 1/count of a sample, so that the weights are the same from either end.
  private static func mean(_ index: Int, from length: Int, to count: Int) -> Cell {
    let start = index * length
    let end = start + length
    let first = start / count
    let last = (end - 1) / count
    let weights = (first...last).map { sample in
      Float(min(end, (sample + 1) * count) - max(start, sample * count)) / Float(length)
    }
    return Cell(first: first, weights: weights)
  }

  /// Returns the old sample before a new one's centre, and the centre's fraction of the way to the next.
  ///
  /// The centres of the outer samples are aligned; before the first and after the last, only that one is used.
  static func linearPlace(
    _ index: Int, from length: Int, to count: Int
  ) -> (first: Int, fraction: Float) {
    // Doubled and whole up to the division, so that both ends get the same numbers.
    let centre = Double((2 * index + 1) * length - count) / Double(2 * count)
    let place = min(Double(length - 1), max(0, centre))
    return (Int(place), Float(place - place.rounded(.down)))
  }
}

extension Plane {
  /// Returns the plane on another grid: the mean of the area if a side shrinks, linear between the samples if it
  /// grows.
  func resampled(toWidth newWidth: Int, height newHeight: Int) -> Plane {
    let columns = AxisResampling(from: width, to: newWidth)
    let rows = AxisResampling(from: height, to: newHeight)
    // The side that shrinks comes first, as that leaves less work.
    var result = self
    if newHeight < height { result = result.resampledRows(rows) }
    if newWidth != width { result = result.resampledColumns(columns) }
    if newHeight > height { result = result.resampledRows(rows) }
    return result
  }

  private func resampledRows(_ rows: AxisResampling) -> Plane {
    var result = Plane(width: width, height: rows.cells.count)
    samples.withUnsafeBufferPointer { source in
      result.samples.withUnsafeMutableBufferPointer { target in
        for (y, cell) in rows.cells.enumerated() {
          for (offset, weight) in cell.weights.enumerated() {
            let from = (cell.first + offset) * width
            let to = y * width
            for x in 0..<width { target[to &+ x] += weight * source[from &+ x] }
          }
        }
      }
    }
    return result
  }

  private func resampledColumns(_ columns: AxisResampling) -> Plane {
    var result = Plane(width: columns.cells.count, height: height)
    let count = result.width
    samples.withUnsafeBufferPointer { source in
      result.samples.withUnsafeMutableBufferPointer { target in
        for (x, cell) in columns.cells.enumerated() {
          cell.weights.withUnsafeBufferPointer { weights in
            for y in 0..<height {
              let from = y &* width &+ cell.first
              var sum: Float = 0
              for offset in 0..<weights.count { sum += weights[offset] * source[from &+ offset] }
              target[y &* count &+ x] = sum
            }
          }
        }
      }
    }
    return result
  }
}
