import Foundation

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

  private func apply(
    _ name: NetworkLayer.Name, to source: FeatureGrid, into target: FeatureGrid
  ) {
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
    self.colour = colour.resampled(
      toWidth: NetworkLayer.inputSide, height: NetworkLayer.inputSide)
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
