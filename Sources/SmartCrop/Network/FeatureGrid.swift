import CConvolution

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
    (self.side, self.channels) = (side, channels)
    let count = (side + 2) * (side + 2) * channels
    values = .allocate(capacity: count)
    values.initialize(repeating: 0, count: count)
  }

  deinit { values.deallocate() }

  /// The numbers from one row to the next.
  var rowStride: Int { (side + 2) * channels }

  /// Returns the first channel of the first cell of a row inside the border.
  func row(_ y: Int) -> UnsafeMutablePointer<Float> { values + ((y + 1) * rowStride + channels) }

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

/// A convolution of one grid into another.
///
///     out(x, y, o) = b(o) + Σ over rows j, columns i, inputs c of w(j, i, c, o) · in(s·x + i − p, s·y + j − p, c)
///
/// p is 1 for kernels of 3 and 4 and 0 for others; outside of the grid there are zeros. The sums of eight outputs in
/// four or eight neighbouring cells are computed at once: they stay in registers and every loaded number is used
/// several times. Every sum is computed in the order of the formula, so the result is the same to the last bit with
/// any implementation.
struct Convolution: Sendable {
  /// The number of outputs whose sums are computed at once.
  private static let block = CCONVOLUTION_OUTPUTS
  /// A factor of every grid's side.
  private static let cells = CCONVOLUTION_CELLS

  private let kernel: Int
  private let stride: Int
  private let inputs: Int
  private let outputs: Int
  /// Per block of outputs: rows, columns, inputs, the block's outputs.
  private let weights: [Float]
  private let bias: [Float]

  /// Makes a convolution from its kernel (rows, columns, inputs, outputs) and biases; outputs are padded with zeros to
  /// a multiple of eight.
  init(kernel side: Int, stride: Int, inputs: Int, weights: [Float], bias: [Float]) {
    precondition(weights.count == side * side * inputs * bias.count)
    (kernel, self.stride, self.inputs) = (side, stride, inputs)
    outputs = (bias.count + Self.block - 1) / Self.block * Self.block
    let places = side * side * inputs
    var packed: [Float] = []
    packed.reserveCapacity(places * outputs)
    for first in Swift.stride(from: 0, to: outputs, by: Self.block) {
      for place in 0..<places {
        for output in first..<(first + Self.block) {
          packed.append(output < bias.count ? weights[place * bias.count + output] : 0)
        }
      }
    }
    self.weights = packed
    self.bias = bias + Array(repeating: 0, count: outputs - bias.count)
  }

  /// Writes the result for a grid into another.
  func apply(to source: FeatureGrid, into target: FeatureGrid) {
    precondition(source.channels == inputs && target.channels == outputs)
    precondition(source.side == target.side * stride && target.side % Self.cells == 0)
    let isWide = cconvolution_is_wide()
    // Both grids have a border of one cell; kernels that do not use it begin inside of it.
    let start = source.values + (kernel >= 3 ? 0 : source.rowStride + inputs)
    weights.withUnsafeBufferPointer { weights in
      bias.withUnsafeBufferPointer { bias in
        guard let weights = weights.baseAddress, let bias = bias.baseAddress else { return }
        for block in Swift.stride(from: 0, to: outputs, by: Self.block) {
          for y in 0..<target.side {
            var row = cconvolution_row(
              source: start + y * stride * source.rowStride, source_row: source.rowStride,
              source_cell: stride * inputs, kernel: kernel, run: kernel * inputs,
              weights: weights + block * kernel * kernel * inputs, bias: bias + block,
              target: target.row(y) + block, target_cell: outputs, cells: target.side)
            cconvolution_add_up(&row, isWide)
          }
        }
      }
    }
  }
}
