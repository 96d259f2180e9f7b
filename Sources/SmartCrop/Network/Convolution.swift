/// A convolution of one grid into another.
///
///     out(x, y, o) = b(o) + Σ over rows j, columns i, inputs c of w(j, i, c, o) · in(s·x + i − p, s·y + j − p, c)
///
/// p is 1 for kernels of 3 and 4 and 0 for others; outside of the grid there are zeros. The sums of eight outputs in four
/// neighbouring cells are made at once: their thirty-two sums stay in registers and every number read serves several.
/// Every sum is made in the order of the formula, so the result is the same to the last bit whichever way it is computed.
struct Convolution: Sendable {
  /// The outputs whose sums are made at once.
  private static let block = 8
  /// The cells whose sums are made at once; every grid's side is a multiple of it.
  private static let cells = 4

  private let kernel: Int
  private let stride: Int
  private let inputs: Int
  private let outputs: Int
  /// Per block of outputs: rows, columns, inputs, the block's outputs.
  private let weights: [Float]
  private let bias: [Float]

  /// Makes a convolution from its kernel (rows, columns, inputs, outputs) and biases; outputs are filled up with zeros
  /// to a multiple of eight.
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
    // Both grids have a border of one cell; kernels that see none begin inside of it.
    let start = source.values + (kernel >= 3 ? 0 : source.rowStride + inputs)
    weights.withUnsafeBufferPointer { weights in
      bias.withUnsafeBufferPointer { bias in
        guard let weights = weights.baseAddress, let bias = bias.baseAddress else { return }
        for block in Swift.stride(from: 0, to: outputs, by: Self.block) {
          for y in 0..<target.side {
            let sums = RowOfSums(
              source: start + y * stride * source.rowStride, sourceRow: source.rowStride,
              sourceCell: stride * inputs, kernel: kernel, run: kernel * inputs,
              weights: weights + block * kernel * kernel * inputs, bias: bias + block,
              target: target.row(y) + block, targetCell: outputs, cells: target.side)
            #if DEBUG
              sums.addUpOneByOne()
            #else
              sums.addUp()
            #endif
          }
        }
      }
    }
  }
}

/// The sums of eight outputs in one row of cells.
struct RowOfSums {
  /// The first number that the first cell's kernel covers, and the numbers to the next row and the next cell's.
  let source: UnsafePointer<Float>
  let sourceRow: Int
  let sourceCell: Int
  /// The rows of the kernel, and the numbers of each: its columns times the inputs, which lie beside each other.
  let kernel: Int
  let run: Int
  /// Eight numbers for each that the kernel covers, and eight biases.
  let weights: UnsafePointer<Float>
  let bias: UnsafePointer<Float>
  /// Where the first cell's eight sums go, and the numbers to the next cell's.
  let target: UnsafeMutablePointer<Float>
  let targetCell: Int
  /// The number of cells, a multiple of four.
  let cells: Int

  /// Adds up in vectors.
  func addUp() {
    var cell = 0
    while cell < cells {
      let first = UnsafeRawPointer(bias).loadUnaligned(as: SIMD8<Float>.self)
      var (sums0, sums1, sums2, sums3) = (first, first, first, first)
      var weight = UnsafeRawPointer(weights)
      var row = 0
      while row < kernel {
        let place0 = source + (row &* sourceRow &+ cell &* sourceCell)
        let place1 = place0 + sourceCell
        let place2 = place1 + sourceCell
        let place3 = place2 + sourceCell
        var i = 0
        while i < run {
          let vector = weight.loadUnaligned(as: SIMD8<Float>.self)
          sums0 += vector * SIMD8(repeating: place0[i])
          sums1 += vector * SIMD8(repeating: place1[i])
          sums2 += vector * SIMD8(repeating: place2[i])
          sums3 += vector * SIMD8(repeating: place3[i])
          weight += MemoryLayout<SIMD8<Float>>.size
          i = i &+ 1
        }
        row = row &+ 1
      }
      let end = UnsafeMutableRawPointer(target + cell &* targetCell)
      let step = targetCell &* MemoryLayout<Float>.size
      end.storeBytes(of: sums0, as: SIMD8<Float>.self)
      (end + step).storeBytes(of: sums1, as: SIMD8<Float>.self)
      (end + 2 &* step).storeBytes(of: sums2, as: SIMD8<Float>.self)
      (end + 3 &* step).storeBytes(of: sums3, as: SIMD8<Float>.self)
      cell = cell &+ 4
    }
  }

  /// Adds up the same numbers in the same order, one output after the other.
  ///
  /// Without optimisation a vector of numbers takes twelve times as long as the numbers themselves, so this
  /// is what debug builds run.
  func addUpOneByOne() {
    var output = 0
    while output < 8 {
      var cell = 0
      while cell < cells {
        var sum0 = bias[output]
        var (sum1, sum2, sum3) = (sum0, sum0, sum0)
        var weight = weights + output
        var row = 0
        while row < kernel {
          var place = source + (row &* sourceRow &+ cell &* sourceCell)
          let end = place + run
          while place < end {
            let factor = weight.pointee
            sum0 += factor * place.pointee
            sum1 += factor * place[sourceCell]
            sum2 += factor * place[2 &* sourceCell]
            sum3 += factor * place[3 &* sourceCell]
            weight += 8
            place += 1
          }
          row = row &+ 1
        }
        let end = target + (cell &* targetCell &+ output)
        end[0] = sum0
        end[targetCell] = sum1
        end[2 &* targetCell] = sum2
        end[3 &* targetCell] = sum3
        cell = cell &+ 4
      }
      output = output &+ 1
    }
  }
}
