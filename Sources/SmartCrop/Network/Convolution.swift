import CConvolution

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
