import CConvolution
import PhotoGeometry

/// A small convolutional network that makes maps of a photo.
///
/// 128×128 colours go in, the photo stretched to a square; maps of 32×32 come out (``NetworkOutput``). Four times the
/// grid is halved, then doubled back with the finer grid's channels added, as in Ronneberger et al., "U-Net", MICCAI
/// 2015; every 3×3 layer adds to its input (He et al., "Deep residual learning", CVPR 2016). A mirrored picture gives
/// the mirrored maps, up to rounding, because half of the channels are the other half's mirror images (Cohen, Welling,
/// "Group equivariant convolutional networks", ICML 2016). 50 million multiplications; `Training/README.md` tells how
/// it was trained, and on which photos.
struct MapNetwork: Sendable {
  /// One per ``NetworkLayer/all``.
  private let layers: [Convolution]
  private let head: Convolution
  /// The position's contribution to each channel of the first 32×32 grid.
  private let position: [Float]

  init(_ weights: NetworkWeights) {
    layers = zip(NetworkLayer.all, weights.layers).map { layer, numbers in
      Convolution(
        kernel: layer.kernel, stride: layer.stride, inputs: layer.inputs, weights: numbers.kernel,
        bias: numbers.bias)
    }
    head = Convolution(
      kernel: 1, stride: 1, inputs: weights.headKernel.count / weights.headBias.count,
      weights: weights.headKernel, bias: weights.headBias)
    position = Self.position(weights.position)
  }

  /// Runs the network on a picture, and reads its maps and a summary.
  ///
  /// The maps have their values before the last function. The summary is the mean of every channel of the grids of
  /// 16×16, 8×8 and 4×4 cells, mirror images taken together (``AppealModel``).
  func read<Result>(
    _ picture: NetworkPicture, _ read: (_ maps: FeatureGrid, _ summary: [Float]) -> Result
  ) -> Result {
    NetworkWorkspace.borrow { grids in
      picture.write(into: grids.picture)
      return read(grids.maps, run(grids))
    }
  }

  /// Makes the maps; returns the summary.
  private func run(_ grids: NetworkWorkspace) -> [Float] {
    var summary: [Float] = []
    apply(.stem, to: grids.picture, into: grids.stem)
    grids.stem.rectify()
    apply(.down1, to: grids.stem, into: grids.in1)
    grids.in1.rectify(adding: position)
    block(.block1, grids.in1, grids.out1)
    apply(.down2, to: grids.out1, into: grids.in2)
    grids.in2.rectify()
    block(.block2, grids.in2, grids.out2)
    block(.block2b, grids.out2, grids.in2)
    grids.in2.appendMeans(to: &summary)
    apply(.down3, to: grids.in2, into: grids.in3)
    grids.in3.rectify()
    block(.block3, grids.in3, grids.out3)
    block(.block3b, grids.out3, grids.in3)
    block(.block3c, grids.in3, grids.out3)
    grids.out3.appendMeans(to: &summary)
    apply(.down4, to: grids.out3, into: grids.in4)
    grids.in4.rectify()
    block(.block4, grids.in4, grids.out4)
    grids.out4.appendMeans(to: &summary)
    // On the way back the grids of the first half are reused, except those that are still to be added.
    apply(.up3, to: grids.out4, into: grids.up3)
    grids.in3.rectify(enlarging: grids.up3, adding: grids.out3)
    block(.mix3, grids.in3, grids.out3)
    apply(.up2, to: grids.out3, into: grids.up2)
    grids.out2.rectify(enlarging: grids.up2, adding: grids.in2)
    block(.mix2, grids.out2, grids.in2)
    apply(.up1, to: grids.in2, into: grids.up1)
    grids.in1.rectify(enlarging: grids.up1, adding: grids.out1)
    block(.mix1, grids.in1, grids.out1)
    head.apply(to: grids.out1, into: grids.maps)
    return summary
  }

  private func apply(_ name: NetworkLayer.Name, to source: FeatureGrid, into target: FeatureGrid) {
    layers[name.rawValue].apply(to: source, into: target)
  }

  private func block(_ name: NetworkLayer.Name, _ source: FeatureGrid, _ target: FeatureGrid) {
    apply(name, to: source, into: target)
    target.rectifyAndAdd(source)
  }

  /// The terms x, x², y and y² from -1 to 1 times their coefficients; x has the other sign in the mirrored half.
  private static func position(_ coefficients: [Float]) -> [Float] {
    let (side, half) = (NetworkLayer.mapSide, coefficients.count / NetworkLayer.positionTerms)
    func place(_ cell: Int) -> Float { Float(2 * cell + 1 - side) / Float(side) }
    var table: [Float] = []
    table.reserveCapacity(side * side * 2 * half)
    for (x, y) in (0..<side).flatMap({ row in (0..<side).map { (place($0), place(row)) } }) {
      for sign in [Float(1), -1] {
        for channel in 0..<half {
          func term(_ index: Int) -> Float { coefficients[index * half + channel] }
          let even = x * x * term(1) + y * term(2) + y * y * term(3)
          table.append(even + sign * x * term(0))
        }
      }
    }
    return table
  }
}

/// A picture stretched to 128×128 colours, about −2 to 2, as the networks were trained on them.
struct NetworkPicture: Sendable {
  private let colour: ColourPlanes

  init(_ colour: ColourPlanes) {
    self.colour = colour.resampled(toWidth: NetworkLayer.inputSide, height: NetworkLayer.inputSide)
  }

  fileprivate func write(into grid: FeatureGrid) {
    for (channel, plane) in [colour.red, colour.green, colour.blue].enumerated() {
      for y in 0..<grid.side {
        let row = grid.row(y)
        for x in 0..<grid.side {
          row[3 * x + channel] = (plane.samples[y * grid.side + x] / 255 - 0.45) * 4
        }
      }
    }
  }
}

/// One convolution of ``MapNetwork``.
struct NetworkLayer: Hashable, Sendable {
  /// The role of a layer; the cases are in the order in which the numbers are stored.
  enum Name: Int, CaseIterable, Sendable {
    case stem
    case down1, block1, down2, block2, block2b, down3, block3, block3b, block3c, down4, block4
    case up3, mix3, up2, mix2, up1, mix1
  }

  /// Its name, as in `Training/network.py`.
  let name: Name
  /// The side of its square kernel.
  ///
  /// Kernels of 3 and 4 use one cell of zeros around the grid, others none.
  let kernel: Int
  /// The cells of its input from one output cell to the next.
  let stride: Int
  /// Channels in and out, and the side of its output.
  let inputs, outputs, side: Int

  /// The network's layers, one per name.
  static let all = [
    NetworkLayer(name: .stem, kernel: 4, stride: 2, inputs: 3, outputs: 16, side: 64),
    NetworkLayer(name: .down1, kernel: 2, stride: 2, inputs: 16, outputs: 24, side: 32),
    NetworkLayer(name: .block1, kernel: 3, stride: 1, inputs: 24, outputs: 24, side: 32),
    NetworkLayer(name: .down2, kernel: 2, stride: 2, inputs: 24, outputs: 48, side: 16),
    NetworkLayer(name: .block2, kernel: 3, stride: 1, inputs: 48, outputs: 48, side: 16),
    NetworkLayer(name: .block2b, kernel: 3, stride: 1, inputs: 48, outputs: 48, side: 16),
    NetworkLayer(name: .down3, kernel: 2, stride: 2, inputs: 48, outputs: 80, side: 8),
    NetworkLayer(name: .block3, kernel: 3, stride: 1, inputs: 80, outputs: 80, side: 8),
    NetworkLayer(name: .block3b, kernel: 3, stride: 1, inputs: 80, outputs: 80, side: 8),
    NetworkLayer(name: .block3c, kernel: 3, stride: 1, inputs: 80, outputs: 80, side: 8),
    NetworkLayer(name: .down4, kernel: 2, stride: 2, inputs: 80, outputs: 80, side: 4),
    NetworkLayer(name: .block4, kernel: 3, stride: 1, inputs: 80, outputs: 80, side: 4),
    NetworkLayer(name: .up3, kernel: 1, stride: 1, inputs: 80, outputs: 80, side: 4),
    NetworkLayer(name: .mix3, kernel: 3, stride: 1, inputs: 80, outputs: 80, side: 8),
    NetworkLayer(name: .up2, kernel: 1, stride: 1, inputs: 80, outputs: 48, side: 8),
    NetworkLayer(name: .mix2, kernel: 3, stride: 1, inputs: 48, outputs: 48, side: 16),
    NetworkLayer(name: .up1, kernel: 1, stride: 1, inputs: 48, outputs: 24, side: 16),
    NetworkLayer(name: .mix1, kernel: 3, stride: 1, inputs: 24, outputs: 24, side: 32),
  ]

  static let inputSide = 128
  static let mapSide = 32
  /// The terms of the position: x, x², y and y².
  static let positionTerms = 4

  /// How many numbers of the kernel are stored: those of the first half of the outputs.
  var storedKernel: Int { kernel * kernel * inputs * outputs / 2 }
}

/// The grids of one run of a ``MapNetwork``; 1.2 MB, kept for the next run.
///
/// Only the thread that has borrowed a workspace uses it, so it is safe to send.
final class NetworkWorkspace: @unchecked Sendable {
  let picture = FeatureGrid(side: NetworkLayer.inputSide, channels: 3)
  let stem = grid(.stem)
  let (in1, out1) = (grid(.down1), grid(.block1))
  let (in2, out2) = (grid(.down2), grid(.block2))
  let (in3, out3) = (grid(.down3), grid(.block3))
  let (in4, out4) = (grid(.down4), grid(.block4))
  let (up3, up2, up1) = (grid(.up3), grid(.up2), grid(.up1))
  /// The maps, and channels of zeros.
  let maps = FeatureGrid(side: NetworkLayer.mapSide, channels: 8)

  private static func grid(_ name: NetworkLayer.Name) -> FeatureGrid {
    let layer = NetworkLayer.all[name.rawValue]
    return FeatureGrid(side: layer.side, channels: layer.outputs)
  }

  private static let idle = Locked<[NetworkWorkspace]>([])

  /// Runs some work with a workspace that no other thread uses meanwhile.
  ///
  /// There are at most as many as threads that ran the network at the same time.
  static func borrow<Result>(_ work: (NetworkWorkspace) -> Result) -> Result {
    let workspace = idle.withLock { $0.popLast() } ?? NetworkWorkspace()
    defer { idle.withLock { $0.append(workspace) } }
    return work(workspace)
  }
}

/// The channels of a square grid, those of one cell next to each other, inside a border of one cell of zeros.
///
/// A class with its own memory, as grids are reused from photo to photo and read without bounds checks.
final class FeatureGrid {
  let side, channels: Int
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

  private let kernel, stride, inputs, outputs: Int
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
