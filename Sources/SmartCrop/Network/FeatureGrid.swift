/// The channels of a square grid, those of one cell next to each other, inside a border of one cell of zeros.
///
/// A class with its own memory, as grids are reused from photo to photo and read without bounds checks.
final class FeatureGrid {
  let side: Int
  let channels: Int
  /// The first channel of the border's upper left cell.
  let values: UnsafeMutablePointer<Float>

  /// Makes a grid of zeros; writing into its border is an error.
  init(side: Int, channels: Int) {
    self.side = side
    self.channels = channels
    let count = (side + 2) * (side + 2) * channels
    values = .allocate(capacity: count)
    values.initialize(repeating: 0, count: count)
  }

  deinit { values.deallocate() }

  /// The numbers from one row to the next.
  var rowStride: Int { (side + 2) * channels }

  /// Returns the first channel of the first cell of a row inside the border.
  func row(_ y: Int) -> UnsafeMutablePointer<Float> {
    values + ((y + 1) * rowStride + channels)
  }
}

extension FeatureGrid {
  /// Sets numbers below zero to zero.
  func rectify() {
    for y in 0..<side {
      let row = row(y)
      var i = 0
      while i < side &* channels {
        row[i] = row[i] < 0 ? 0 : row[i]
        i = i &+ 1
      }
    }
  }

  /// Returns one channel of all cells.
  func plane(_ channel: Int) -> Plane {
    let samples = (0..<side).flatMap { y in
      let row = row(y)
      return (0..<side).map { row[$0 * channels + channel] }
    }
    return Plane(width: side, height: side, samples: samples)
  }

  /// Appends the mean of every channel, and of its mirror image in the other half, over all cells.
  func appendMeans(to means: inout [Float]) {
    let half = channels / 2
    var sums = [Float](repeating: 0, count: half)
    for y in 0..<side {
      let row = row(y)
      for cell in 0..<side {
        let values = row + cell &* channels
        var channel = 0
        while channel < half {
          sums[channel] += values[channel] + values[channel &+ half]
          channel = channel &+ 1
        }
      }
    }
    means += sums.map { $0 / Float(2 * side * side) }
  }

  /// Adds a table of `side × side × channels` numbers, then sets numbers below zero to zero.
  func rectify(adding table: [Float]) {
    table.withUnsafeBufferPointer { table in
      for y in 0..<side {
        let row = row(y)
        let start = y &* side &* channels
        var i = 0
        while i < side &* channels {
          let sum = row[i] + table[start &+ i]
          row[i] = sum < 0 ? 0 : sum
          i = i &+ 1
        }
      }
    }
  }

  /// Sets numbers below zero to zero, then adds another grid of the same size.
  func rectifyAndAdd(_ other: FeatureGrid) {
    for y in 0..<side {
      let (row, added) = (row(y), other.row(y))
      var i = 0
      while i < side &* channels {
        row[i] = (row[i] < 0 ? 0 : row[i]) + added[i]
        i = i &+ 1
      }
    }
  }

  /// Becomes a grid of half the side with every cell four times, plus another grid, with numbers below zero set to
  /// zero.
  func rectify(enlarging half: FeatureGrid, adding other: FeatureGrid) {
    for y in 0..<side {
      let (row, source, added) = (row(y), half.row(y / 2), other.row(y))
      var x = 0
      while x < side {
        let (cell, from) = (x &* channels, (x / 2) &* channels)
        var c = 0
        while c < channels {
          let sum = source[from &+ c] + added[cell &+ c]
          row[cell &+ c] = sum < 0 ? 0 : sum
          c = c &+ 1
        }
        x = x &+ 1
      }
    }
  }
}
