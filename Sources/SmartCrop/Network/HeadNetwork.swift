import Foundation
import PhotoGeometry

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
