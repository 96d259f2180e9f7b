public import Foundation
import PhotoGeometry
import SmartCropModel

/// A model learned from marked photos; make it once and use it for any number of photos, on any thread.
public struct ImportanceModel: Sendable {
  private let importance: MapNetwork
  /// The networks for people's and animals' heads.
  let heads, animals: HeadNetwork
  private let extents: MapNetwork
  /// Judges the networks' summaries; `nil` if the weights do not have it.
  let appeal: AppealModel?

  /// Makes a model from the bytes of a weights file that `Training/pack.py` wrote, with those of the appeal last or
  /// left out; `nil` for other bytes.
  public init?(_ bytes: Data) {
    var rest = bytes
    func next(_ output: NetworkOutput) -> NetworkWeights? {
      let count = NetworkWeights.byteCount(of: output)
      defer { rest = rest.dropFirst(count) }
      return NetworkWeights(rest.prefix(count), output)
    }
    guard let importance = next(.importance), let heads = next(.heads),
      let animals = next(.heads), let extents = next(.extents)
    else { return nil }
    appeal = AppealModel(rest)
    guard rest.isEmpty || appeal != nil else { return nil }
    (self.importance, self.extents) = (MapNetwork(importance), MapNetwork(extents))
    (self.heads, self.animals) = (HeadNetwork(heads), HeadNetwork(animals))
  }

  func look(at picture: NetworkPicture) -> (maps: NetworkMaps, summary: [Float]) {
    importance.read(picture) { (NetworkMaps($0), $1) }
  }

  /// Returns the ends of the subject by the network of extents, and its summary.
  func extents(in picture: NetworkPicture) -> (extents: SubjectExtents, summary: [Float]) {
    extents.read(picture) { (SubjectExtents($0), $1) }
  }

  /// The model that comes with the library; `nil` only if its numbers were damaged, which a test rules out.
  public static let standard = standardBytes.flatMap { ImportanceModel($0) }

  /// The version of ``standard``; it grows with every training.
  public static let version = StandardWeights.version
  /// The SHA-256 of the network weights of ``standard``; it identifies crops that they chose.
  public static let digest = StandardWeights.digest

  /// The weights of ``standard``, of all networks and the appeal; `nil` when one of them is not base64.
  static var standardBytes: Data? {
    let all = [
      StandardWeights.importance, StandardWeights.heads, StandardWeights.animals,
      StandardWeights.extents, StandardWeights.appeal,
    ].compactMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
    return all.count == 5 ? all.reduce(Data(), +) : nil
  }
}

/// How likely a person is to show a photo gladly, judged by the networks.
///
///     p = 1 / (1 + exp(−(b + Σ wᵢ · xᵢ)))
///
/// x are the summaries of the networks of what matters, of people's and of animals' heads and of extents, one after the
/// other (``MapNetwork``): what there is in a photo, and how it is lit and coloured, without its places. The numbers
/// were fitted to how people graded 6,650 photos (`Training/appeal.py`, decision 0810).
struct AppealModel: Sendable {
  /// b, then one number for each of x.
  private let numbers: [Float]

  /// How many numbers a summary has: half of the channels of the three grids.
  private static let summaryCount = [NetworkLayer.Name.block2b, .block3c, .block4].reduce(0) {
    $0 + NetworkLayer.all[$1.rawValue].outputs / 2
  }
  private static let networkCount = 4
  /// How many bytes there are.
  static let byteCount = MemoryLayout<Float>.size * (1 + networkCount * summaryCount)

  /// Reads the numbers in single precision, little-endian; `nil` when their number is wrong or one is not finite.
  init?(_ bytes: Data) {
    guard bytes.count == Self.byteCount else { return nil }
    numbers = [Float](littleEndian: [UInt8](bytes)[...])
    guard numbers.allSatisfy(\.isFinite) else { return nil }
  }

  /// Returns how likely a person would gladly show a photo, 0…1, from the four networks' summaries of it.
  func value(of summary: [Float]) -> Double {
    precondition(summary.count + 1 == numbers.count)
    let sum = zip(summary, numbers.dropFirst()).reduce(Double(numbers[0])) {
      $0 + Double($1.0) * Double($1.1)
    }
    return 1 / (1 + exp(-sum))
  }
}

/// The numbers of a ``MapNetwork``, as `Training/pack.py` writes them.
///
/// Per layer of ``NetworkLayer/all`` the kernel (rows, columns, inputs, first half of the outputs) as signed bytes,
/// then the factor of each output in that half that turns the bytes into numbers, then the biases; after all layers the
/// position's coefficients, the head's kernel and its biases. All but the kernels is in single precision,
/// little-endian.
///
/// The second half of every layer's channels sees the mirrored picture as the first sees the picture. Its kernels are
/// the first's turned left to right, the halves of their input exchanged, so they are not stored. The head's kernel is
/// the same for both halves, except for the sign of the odd maps.
struct NetworkWeights: Sendable {
  /// A layer's numbers for both halves.
  struct Layer: Sendable {
    /// Rows, columns, inputs, outputs.
    let kernel: [Float]
    let bias: [Float]
  }

  /// One entry per ``NetworkLayer/all``.
  let layers: [Layer]
  /// The coefficients of x, x², y and y² for each channel of the first half of the first 32×32 layer.
  let position: [Float]
  /// Per channel of the last layer, one number per map.
  let headKernel: [Float]
  let headBias: [Float]

  /// Reads the bytes of one network; `nil` when their number is wrong or one of them is not a number.
  init?(_ bytes: Data, _ output: NetworkOutput) {
    guard bytes.count == Self.byteCount(of: output) else { return nil }
    let content = [UInt8](bytes)
    var next = 0
    func signedBytes(_ count: Int) -> [Float] {
      defer { next += count }
      return content[next..<next + count].map { Float(Int8(bitPattern: $0)) }
    }
    func numbers(_ count: Int) -> [Float] {
      let byteCount = count * MemoryLayout<Float>.size
      defer { next += byteCount }
      return [Float](littleEndian: content[next..<next + byteCount])
    }
    layers = NetworkLayer.all.map { layer in
      let (stored, half) = (signedBytes(layer.storedKernel), layer.outputs / 2)
      let (factors, bias) = (numbers(half), numbers(half))
      let kernel = stored.enumerated().map { $1 * factors[$0 % half] }
      return Layer(kernel: Self.bothHalves(kernel, of: layer), bias: bias + bias)
    }
    position = numbers(Self.positionCount)
    let head = numbers(Self.headChannels / 2 * output.count)
    headKernel = head + head.enumerated().map { $0 % output.count < output.even ? $1 : -$1 }
    headBias = numbers(output.count)
    let all = layers.flatMap { [$0.kernel, $0.bias] } + [position, headKernel, headBias]
    guard all.allSatisfy({ $0.allSatisfy { $0.isFinite } }) else { return nil }
  }

  /// How many bytes there are.
  static func byteCount(of output: NetworkOutput) -> Int {
    let layers = NetworkLayer.all.reduce(0) { sum, layer in
      sum + layer.storedKernel + layer.outputs * MemoryLayout<Float>.size
    }
    let last = positionCount + (headChannels / 2 + 1) * output.count
    return layers + last * MemoryLayout<Float>.size
  }

  private static let positionCount = NetworkLayer.positionTerms * NetworkLayer.all[1].outputs / 2
  /// The channels that the maps are made from.
  private static let headChannels = NetworkLayer.all[NetworkLayer.all.count - 1].outputs

  private static func bothHalves(_ stored: [Float], of layer: NetworkLayer) -> [Float] {
    let (side, inputs, half) = (layer.kernel, layer.inputs, layer.outputs / 2)
    var kernel: [Float] = []
    kernel.reserveCapacity(2 * stored.count)
    for row in 0..<side {
      for column in 0..<side {
        for input in 0..<inputs {
          // The colours are the same in a mirror; all other inputs have two halves.
          let other = inputs == 3 ? input : (input + inputs / 2) % inputs
          let first = ((row * side + column) * inputs + input) * half
          let second = ((row * side + side - 1 - column) * inputs + other) * half
          kernel += stored[first..<(first + half)]
          kernel += stored[second..<(second + half)]
        }
      }
    }
    return kernel
  }
}

extension [Float] {
  /// Reads numbers in single precision, little-endian.
  init(littleEndian bytes: ArraySlice<UInt8>) {
    let size = MemoryLayout<Float>.size
    self = stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map { start in
      Float(bitPattern: bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }
}

/// The maps that a ``MapNetwork`` makes.
struct NetworkOutput: Hashable, Sendable {
  /// How many maps are only mirrored when the picture is.
  let even: Int
  /// How many also change their sign then; they come after the even ones.
  let odd: Int

  /// Object, gaze, face, thing, glance and keep (``NetworkMaps``).
  static let importance = NetworkOutput(even: 6, odd: 0)
  /// Score, width, height, place below each cell, whether the face is seen, and place to the right (``HeadNetwork``).
  static let heads = NetworkOutput(even: 5, odd: 1)
  /// Where the subject and its core end above, below and at both sides, and what sets the left ends off from the right
  /// ones (``SubjectExtents``).
  static let extents = NetworkOutput(even: 6, odd: 2)

  var count: Int { even + odd }
}

/// A network that has learned from marked photos where people's heads are, seen from any side.
///
/// Every cell of the grid says how likely the middle of a head is near, and how large the head is and where: its width
/// and height are 0.2 · exp(a) of the photo's, its middle lies b times its height below and c times its width to the
/// right of the cell's. Cells that mean the same head are averaged. One guess per cell, as in Tian et al., "FCOS: fully
/// convolutional one-stage object detection", ICCV 2019; the average as in Zhou et al., "Weighted boxes fusion", is of
/// cells that overlap with the surest one.
struct HeadNetwork: Sendable {
  /// A head that the network found, or one cell's guess of it.
  struct Head: Hashable, Sendable {
    /// The head with its hair, clipped at the photo's border; a guess is not clipped.
    let rect: NormalizedRect
    /// How likely it is one, 0…1.
    let probability: Double
    /// How likely its face is visible, 0…1.
    let face: Double
  }

  private let network: MapNetwork

  init(_ weights: NetworkWeights) { network = MapNetwork(weights) }

  /// The least probability of a cell to be used in the average of a head.
  private static let leastSay = 0.2
  /// The overlap, as a share of the area covered by both, from which on two guesses mean the same head; chosen between
  /// two faces cheek to cheek and two guesses at one.
  private static let sameOverlap = 0.45
  /// The size of a head for a = 0, and the bounds of a: heads from 0.4 % of the photo to all of it and beyond.
  private static let (unit, sizes) = (0.2, -4.0...2.5)

  /// Returns the heads of a picture that are at least so likely, the likeliest first, and its summary.
  func look(
    at picture: NetworkPicture, atLeast least: Double
  ) -> (heads: [Head], summary: [Float]) {
    network.read(picture) { (Self.heads(in: $0, atLeast: least), $1) }
  }

  /// Returns the heads in the network's last grid.
  static func heads(in grid: FeatureGrid, atLeast least: Double) -> [Head] {
    let guesses = (0..<(grid.side * grid.side)).compactMap {
      guess(grid, $0 % grid.side, $0 / grid.side)
    }
    var rest = guesses.sorted { $0.probability > $1.probability }
    var heads: [Head] = []
    while let surest = rest.first, surest.probability >= least {
      let same = rest.filter { $0.rect.overlap(with: surest.rect) > sameOverlap }
      rest.removeAll { $0.rect.overlap(with: surest.rect) > sameOverlap }
      heads.append(mean(of: same, surest.probability))
    }
    return heads
  }

  private static func guess(_ grid: FeatureGrid, _ x: Int, _ y: Int) -> Head? {
    let values = grid.row(y) + x * grid.channels
    func chance(_ value: Float) -> Double { 1 / (1 + exp(-Double(value))) }
    let probability = chance(values[0])
    guard probability >= leastSay else { return nil }
    func length(_ value: Float) -> Double {
      unit * exp(min(max(Double(value), sizes.lowerBound), sizes.upperBound))
    }
    let (width, height, side) = (length(values[1]), length(values[2]), Double(grid.side))
    let middleX = (Double(x) + 0.5) / side + Double(values[5]) * width
    let middleY = (Double(y) + 0.5) / side + Double(values[3]) * height
    let rect = NormalizedRect(
      x: middleX - width / 2, y: middleY - height / 2, width: width, height: height)
    return Head(rect: rect, probability: probability, face: chance(values[4]))
  }

  /// The mean of some guesses, weighted by the squares of their probabilities.
  private static func mean(of guesses: [Head], _ probability: Double) -> Head {
    let weights = guesses.map { $0.probability * $0.probability }
    let total = weights.reduce(0, +)
    func mean(_ value: KeyPath<Head, Double>) -> Double {
      let sum = zip(guesses, weights).reduce(0) { $0 + $1.0[keyPath: value] * $1.1 }
      return min(1, max(0, sum / total))
    }
    let (left, top) = (mean(\.rect.x), mean(\.rect.y))
    let rect = NormalizedRect(
      x: left, y: top, width: mean(\.rect.maxX) - left, height: mean(\.rect.maxY) - top)
    return Head(rect: rect, probability: probability, face: mean(\.face))
  }
}
