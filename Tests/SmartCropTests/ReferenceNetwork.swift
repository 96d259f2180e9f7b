@testable import SmartCrop

/// The network written down plainly: one loop per index, nothing packed, nothing reused.
struct ReferenceNetwork {
  /// Channels of a square grid; outside of it there are zeros.
  struct Grid {
    let side: Int
    let channels: Int
    var values: [Float]

    init(side: Int, channels: Int, values: [Float]) {
      (self.side, self.channels, self.values) = (side, channels, values)
    }

    func value(_ x: Int, _ y: Int, _ channel: Int) -> Float {
      (0..<side).contains(x) && (0..<side).contains(y)
        ? values[(y * side + x) * channels + channel] : 0
    }

    func combined(_ other: Grid, _ combine: (Float, Float) -> Float) -> Grid {
      Grid(side: side, channels: channels, values: zip(values, other.values).map(combine))
    }

    var rectified: Grid {
      Grid(side: side, channels: channels, values: values.map { max(0, $0) })
    }

    /// Every cell four times.
    var enlarged: Grid {
      let places = (0..<(4 * side * side)).map { ($0 % (2 * side) / 2, $0 / (2 * side) / 2) }
      return Grid(
        side: 2 * side, channels: channels,
        values: places.flatMap { x, y in (0..<channels).map { value(x, y, $0) } })
    }
  }

  let weights: NetworkWeights

  /// The last grid: six values per cell, before the last functions.
  func logits(of picture: Grid) -> Grid {
    let stem = layer(.stem, picture).rectified
    var first = layer(.down1, stem)
    addPosition(to: &first)
    first = block(.block1, first.rectified)
    let second = block(.block2b, block(.block2, layer(.down2, first).rectified))
    let halved = block(.block3, layer(.down3, second).rectified)
    let third = block(.block3c, block(.block3b, halved))
    let fourth = block(.block4, layer(.down4, third).rectified)
    let upThird = block(.mix3, layer(.up3, fourth).enlarged.combined(third, +).rectified)
    let upSecond = block(.mix2, layer(.up2, upThird).enlarged.combined(second, +).rectified)
    let upFirst = block(.mix1, layer(.up1, upSecond).enlarged.combined(first, +).rectified)
    return Self.convolved(
      upFirst, weights.headKernel, weights.headBias, kernel: 1, stride: 1, padding: 0)
  }

  private func layer(_ name: NetworkLayer.Name, _ grid: Grid) -> Grid {
    let (shape, numbers) = (NetworkLayer.all[name.rawValue], weights.layers[name.rawValue])
    return Self.convolved(
      grid, numbers.kernel, numbers.bias, kernel: shape.kernel, stride: shape.stride,
      padding: shape.kernel >= 3 ? 1 : 0)
  }

  private func block(_ name: NetworkLayer.Name, _ grid: Grid) -> Grid {
    grid.combined(layer(name, grid).rectified, +)
  }

  static func convolved(
    _ grid: Grid, _ weights: [Float], _ bias: [Float], kernel: Int, stride: Int, padding: Int
  ) -> Grid {
    let (side, outputs) = (grid.side / stride, bias.count)
    var result = Grid(
      side: side, channels: outputs, values: Array(repeating: 0, count: side * side * outputs))
    for y in 0..<side {
      for x in 0..<side {
        for output in 0..<outputs {
          var sum = Double(bias[output])
          for row in 0..<kernel {
            for column in 0..<kernel {
              let (fromX, fromY) = (x * stride + column - padding, y * stride + row - padding)
              let first = (row * kernel + column) * grid.channels
              for input in 0..<grid.channels {
                sum +=
                  Double(weights[(first + input) * outputs + output])
                  * Double(grid.value(fromX, fromY, input))
              }
            }
          }
          result.values[(y * side + x) * outputs + output] = Float(sum)
        }
      }
    }
    return result
  }

  private func addPosition(to grid: inout Grid) {
    let half = grid.channels / 2
    for cell in 0..<(grid.side * grid.side) {
      let x = Float(2 * (cell % grid.side) + 1) / Float(grid.side) - 1
      let y = Float(2 * (cell / grid.side) + 1) / Float(grid.side) - 1
      for channel in 0..<grid.channels {
        let sign: Float = channel < half ? 1 : -1
        let terms = [sign * x, x * x, y, y * y]
        for (index, term) in terms.enumerated() {
          grid.values[cell * grid.channels + channel] +=
            term * weights.position[index * half + channel % half]
        }
      }
    }
  }
}
