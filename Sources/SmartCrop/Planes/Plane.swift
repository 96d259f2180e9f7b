import Foundation
import PhotoGeometry

/// One channel as a grid of numbers, row by row from the top left.
struct Plane: Sendable {
  /// The number of columns, at least 1.
  let width: Int
  /// The number of rows, at least 1.
  let height: Int
  /// `width × height` samples; the sample of column `x`, row `y` is at `y × width + x`.
  var samples: [Float]

  init(width: Int, height: Int, samples: [Float]) {
    precondition(samples.count == width * height && !samples.isEmpty)
    (self.width, self.height, self.samples) = (width, height, samples)
  }

  init(width: Int, height: Int, repeating value: Float = 0) {
    self.init(width: width, height: height, samples: Array(repeating: value, count: width * height))
  }

  /// The sum of all samples, added in double precision.
  var total: Double { samples.reduce(0) { $0 + Double($1) } }

  /// Returns the part inside a rectangle, which must lie inside the plane.
  func cropped(to rect: PixelRect) -> Plane {
    let rows = (rect.y..<rect.maxY).flatMap { y in
      samples[(y * width + rect.x)..<(y * width + rect.maxX)]
    }
    return Plane(width: rect.width, height: rect.height, samples: rows)
  }

  func mapped(_ change: (Float) -> Float) -> Plane {
    Plane(width: width, height: height, samples: samples.map(change))
  }

  /// Returns the plane whose samples are made from this one's and another's of the same size.
  func combined(with other: Plane, _ combine: (Float, Float) -> Float) -> Plane {
    precondition(width == other.width && height == other.height)
    return Plane(
      width: width, height: height,
      samples: samples.indices.map { combine(samples[$0], other.samples[$0]) })
  }
}

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
    let cell = count > length ? Self.interpolated : Self.mean
    cells = (0..<count).map { cell($0, length, count) }
  }

  /// Works in units of 1/count of a sample, so that the weights are the same from either end.
  private static func mean(_ index: Int, from length: Int, to count: Int) -> Cell {
    let (start, end) = (index * length, (index + 1) * length)
    let first = start / count
    let weights = (first...(end - 1) / count).map { sample in
      Float(min(end, (sample + 1) * count) - max(start, sample * count)) / Float(length)
    }
    return Cell(first: first, weights: weights)
  }

  /// The centres of the outer samples are aligned; before the first and after the last, only that one is used.
  private static func interpolated(_ index: Int, from length: Int, to count: Int) -> Cell {
    // Doubled and whole up to the division, so that both ends get the same numbers.
    let centre = Double((2 * index + 1) * length - count) / Double(2 * count)
    let place = min(Double(length - 1), max(0, centre))
    let (first, fraction) = (Int(place), Float(place - place.rounded(.down)))
    return Cell(first: first, weights: first == length - 1 ? [1] : [1 - fraction, fraction])
  }
}

extension Plane {
  /// Returns the plane on another grid: the mean of the area if a side shrinks, linear between the samples if it grows.
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

  /// Returns the plane blurred by a Gaussian, its border samples repeated outwards.
  ///
  /// The kernel reaches three standard deviations, given in cells.
  func blurred(sigma: Double) -> Plane {
    let kernel = Self.gaussianKernel(sigma: sigma)
    guard kernel.count > 1 else { return self }
    return convolvedAlongRows(kernel).transposed.convolvedAlongRows(kernel).transposed
  }

  /// The right half of a Gaussian of sum 1, its centre first.
  private static func gaussianKernel(sigma: Double) -> [Float] {
    guard sigma > 0 else { return [1] }
    let half = (0...Int((3 * sigma).rounded(.up))).map { x in
      exp(-Double(x * x) / (2 * sigma * sigma))
    }
    let total = 2 * half.reduce(0, +) - half[0]
    return half.map { Float($0 / total) }
  }

  /// The plane with columns and rows exchanged.
  var transposed: Plane {
    var result = Plane(width: height, height: width)
    samples.withUnsafeBufferPointer { source in
      result.samples.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          for x in 0..<width { target[x &* height &+ y] = source[y &* width &+ x] }
        }
      }
    }
    return result
  }

  private func convolvedAlongRows(_ kernel: [Float]) -> Plane {
    let reach = kernel.count - 1
    var result = Plane(width: width, height: height)
    var row = [Float](repeating: 0, count: width + 2 * reach)
    for y in 0..<height {
      let start = y * width
      for x in row.indices { row[x] = samples[start + min(max(0, x - reach), width - 1)] }
      for x in 0..<width {
        var sum = kernel[0] * row[x + reach]
        // Pairs keep the sum the same when the row is mirrored.
        for k in 1...reach { sum += kernel[k] * (row[x + reach - k] + row[x + reach + k]) }
        result.samples[start + x] = sum
      }
    }
    return result
  }

  /// Returns the plane stretched to 0…1, the brightest half percent clipped.
  ///
  ///     n(a) = clip((a − min) / (q − min), 0, 1),  q = the 99.5th percentile
  ///
  /// The percentile instead of the maximum keeps one odd cell from darkening all others.
  ///
  /// A range `q − min` of `leastRange` or below is noise; the result is then all zero.
  func normalised(leastRange: Float) -> Plane {
    guard let least = samples.min() else { return self }
    let range = upperPercentile - least
    guard range > leastRange else { return Plane(width: width, height: height) }
    return mapped { min(1, max(0, ($0 - least) / range)) }
  }

  /// The sample below which 99.5 % of all samples lie, without interpolation.
  var upperPercentile: Float {
    let rank = Int((Double(samples.count - 1) * 0.995).rounded())
    return samples.sortedElement(at: rank)
  }
}

extension Array where Element == Float {
  /// Returns the element that would be at `rank` if the array were sorted.
  ///
  /// Hoare, "Algorithm 65: find", Communications of the ACM 4(7), 1961; O(*n*) on average.
  func sortedElement(at rank: Int) -> Float {
    var values = self
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = values[(low + high) / 2]
      var (i, j) = (low, high)
      while i <= j {
        while values[i] < pivot { i += 1 }
        while pivot < values[j] { j -= 1 }
        if i <= j {
          values.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if j < rank { low = i }
      if rank < i { high = j }
    }
    return values[rank]
  }
}

/// One named map that went into the importance, for showing why a crop was chosen.
public struct CueMap: Sendable {
  /// The cue's name in kebab case, for example `barrier-distance`.
  public let name: String
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// `width × height` values from 0 to 1, row by row from the top left.
  public let values: [Float]

  init(name: String, _ plane: Plane) {
    self.name = name
    (width, height, values) = (plane.width, plane.height, plane.samples)
  }
}

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
