/// A 3×3 convolution whose kernel is its own mirror image, left to right and top to bottom.
///
/// A mirrored input gives the mirrored output. Nine taps come down to four: the centre, the sum of the left and
/// right neighbour, the sum of the upper and lower one and the sum of the corners. Neighbours are `dilation`
/// cells away (Yu, Koltun, "Multi-scale context aggregation by dilated convolutions", ICLR 2016); outside
/// the grid its border cells are repeated.
struct SymmetricConvolution: Sendable {
  /// What every cell holds: up to sixteen channels.
  typealias Channels = SIMD16<Float>

  let dilation: Int
  /// The number of channels that are read.
  let inputs: Int
  /// One vector a tap and input channel: first all inputs of the centre, then of the sides, of above and below, and
  /// of the corners.
  let weights: [Channels]
  let bias: Channels

  /// Returns the rectified outputs, max(0, convolution), of a square grid.
  func applied(to cells: [Channels], side: Int) -> [Channels] {
    cells.withUnsafeBufferPointer { cells in
      weights.withUnsafeBufferPointer { weights in
        (0..<(side * side)).map { cell in
          let (x, y) = (cell % side, cell / side)
          let (left, right) = (max(0, x - dilation), min(side - 1, x + dilation))
          let (above, below) = (max(0, y - dilation) * side, min(side - 1, y + dilation) * side)
          let row = y * side
          let upper = cells[above + left] + cells[above + right]
          let lower = cells[below + left] + cells[below + right]
          let taps = (
            cells[cell], cells[row + left] + cells[row + right],
            cells[above + x] + cells[below + x],
            upper + lower
          )
          let sum = weighted(taps, weights)
          return sum.replacing(with: 0, where: sum .< 0)
        }
      }
    }
  }

  @inline(__always)
  private func weighted(
    _ taps: (Channels, Channels, Channels, Channels), _ weights: UnsafeBufferPointer<Channels>
  ) -> Channels {
    var sum = bias
    withUnsafeBytes(of: taps) { bytes in
      let values = bytes.bindMemory(to: Float.self)
      for tap in 0..<4 {
        for input in 0..<inputs { sum += values[16 * tap + input] * weights[tap * inputs + input] }
      }
    }
    return sum
  }
}
