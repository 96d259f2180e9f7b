import Foundation

/// A small convolutional network that corrects the importance by what people marked in thousands of photos.
///
/// It sees the cues and the colours on a 32×32 grid and gives a logarithm z for every cell; the importance is
/// multiplied by exp(z). Three symmetric convolutions with 16 channels and growing reach (1, 2 and 4 cells),
/// the second and third added to their input (He et al., "Deep residual learning for image recognition", CVPR
/// 2016), then one linear layer over the channels and the inputs. Training: `Scripts/crop-train`; figures and
/// data: decision 0103.
struct LearnedCorrection: Sendable {
  typealias Channels = SymmetricConvolution.Channels

  /// The side of the grid, in cells.
  static let side = 32
  /// The number of inputs: five cues, three colours and the distance from the mean colour.
  static let inputs = 9
  /// z is kept within this, so that no cell can outweigh all others.
  private static let greatest: Float = 4

  private let mean: Channels
  private let deviation: Channels
  private let layers: [SymmetricConvolution]
  private let hiddenHead: Channels
  private let inputHead: Channels
  private let headBias: Float

  /// Takes the numbers apart in the order in which `Scripts/crop-train` writes them.
  init?(_ numbers: [Float]) {
    var rest = numbers[...]
    func vector(_ count: Int, filler: Float = 0) -> Channels? {
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Channels(rest.prefix(count) + Array(repeating: filler, count: 16 - count))
    }
    guard let mean = vector(Self.inputs), let deviation = vector(Self.inputs, filler: 1) else {
      return nil
    }
    var layers: [SymmetricConvolution] = []
    for (dilation, inputs) in [(1, Self.inputs), (2, 16), (4, 16)] {
      let weights = (0..<(4 * inputs)).compactMap { _ in vector(16) }
      guard weights.count == 4 * inputs, let bias = vector(16) else { return nil }
      layers.append(
        SymmetricConvolution(dilation: dilation, inputs: inputs, weights: weights, bias: bias))
    }
    guard let hiddenHead = vector(16), let inputHead = vector(Self.inputs), rest.count == 1,
      let headBias = rest.first
    else { return nil }
    (self.mean, self.deviation, self.layers) = (mean, deviation, layers)
    (self.hiddenHead, self.inputHead, self.headBias) = (hiddenHead, inputHead, headBias)
  }
}

extension LearnedCorrection {
  /// Returns z for every cell of the 32×32 grid.
  func logarithms(for inputs: [Plane]) -> Plane {
    precondition(inputs.count == Self.inputs)
    let cells = (0..<(Self.side * Self.side)).map { cell in
      var channels = Channels.zero
      for (channel, plane) in inputs.enumerated() { channels[channel] = plane.samples[cell] }
      return (channels - mean) / deviation
    }
    var hidden = layers[0].applied(to: cells, side: Self.side)
    for layer in layers.dropFirst() {
      hidden = zip(hidden, layer.applied(to: hidden, side: Self.side)).map { $0 + $1 }
    }
    let samples = zip(hidden, cells).map { hidden, cell in
      let z = (hidden * hiddenHead).sum() + (cell * inputHead).sum() + headBias
      return min(Self.greatest, max(-Self.greatest, z))
    }
    return Plane(width: Self.side, height: Self.side, samples: samples)
  }

  /// Returns the importance times exp(z), not divided by its sum.
  func corrected(_ importance: Plane, _ cues: Cues, _ colour: ColourPlanes) -> Plane {
    let z = logarithms(for: Self.inputs(cues, colour))
      .resampled(toWidth: importance.width, height: importance.height)
    return importance.combined(with: z) { $0 * exp($1) }
  }

  /// Returns what the network sees of a picture, in the order it was trained on.
  static func inputs(_ cues: Cues, _ colour: ColourPlanes) -> [Plane] {
    func fitted(_ plane: Plane) -> Plane { plane.resampled(toWidth: side, height: side) }
    let lab = LabPlanes(
      ColourPlanes(red: fitted(colour.red), green: fitted(colour.green), blue: fitted(colour.blue)))
    return [cues.barrier, cues.border, cues.edges, cues.signature, cues.position].map(fitted) + [
      lab.lightness.mapped { ($0 - 50) / 50 }, lab.greenRed.mapped { $0 / 40 },
      lab.blueYellow.mapped { $0 / 40 }, lab.distanceFromMean,
    ]
  }
}

extension LabPlanes {
  /// The squared distance of each cell's colour from the mean, each channel's at most 3000, in 2000ths.
  fileprivate var distanceFromMean: Plane {
    let squares = channels.map { channel in
      let mean = Float(channel.total / Double(channel.samples.count))
      return channel.mapped { min(3000, ($0 - mean) * ($0 - mean)) }
    }
    return squares[0].combined(with: squares[1], +).combined(with: squares[2], +).mapped {
      $0 / 2000
    }
  }
}

extension LearnedCorrection {
  /// The trained network; `nil` only if its numbers were damaged, which a test rules out.
  static let standard = LearnedCorrection(decoded(LearnedWeights.base64))

  /// Reads little-endian single precision numbers from base64.
  static func decoded(_ base64: String) -> [Float] {
    let bytes = Array(Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
      Float(
        bitPattern: bytes[start..<(start + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      )
    }
  }
}
