/// How one axis of a picture is shared among fewer cells: each cell takes the samples it covers, those at
/// its ends in part.
///
/// Cell *i* of *n* over *w* samples covers the interval [i·w/n, (i+1)·w/n) and is the mean of it.
struct AreaReduction: Sendable {
  /// The samples one cell covers and the weight of each; the weights' sum is 1.
  struct Cell: Sendable {
    let first: Int
    let weights: [Float]
  }

  let cells: [Cell]

  /// Shares `length` samples among `count` cells; there may not be more cells than samples.
  init(length: Int, count: Int) {
    precondition(count >= 1 && count <= length, "\(length) samples cannot fill \(count) cells.")
    cells = (0..<count).map { Self.cell($0, length: length, count: count) }
  }

  /// Works in units of 1/count of a sample, so that the weights are the same from either end.
  private static func cell(_ index: Int, length: Int, count: Int) -> Cell {
    let start = index * length
    let end = start + length
    let first = start / count
    let last = (end - 1) / count
    let weights = (first...last).map { sample in
      Float(min(end, (sample + 1) * count) - max(start, sample * count)) / Float(length)
    }
    return Cell(first: first, weights: weights)
  }
}

extension Plane {
  /// Returns the plane reduced to a smaller grid, each cell the mean of the area it covers.
  func reduced(toWidth newWidth: Int, height newHeight: Int) -> Plane {
    if newWidth == width && newHeight == height { return self }
    let columns = AreaReduction(length: width, count: newWidth)
    let rows = AreaReduction(length: height, count: newHeight)
    return reducedRows(rows).reducedColumns(columns)
  }

  private func reducedRows(_ rows: AreaReduction) -> Plane {
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

  private func reducedColumns(_ columns: AreaReduction) -> Plane {
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
