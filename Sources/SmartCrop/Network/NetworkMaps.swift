import Foundation
import PhotoGeometry

/// The network's maps of a picture, on grids of 32×32 cells over the stretched photo.
struct NetworkMaps: Sendable {
  /// How likely each cell belongs to the photo's main object, 0…1.
  let object: Plane
  /// Where people look; the sum of all cells is 1.
  let gaze: Plane
  /// How likely each cell belongs to a head, 0…1.
  let face: Plane
  /// How likely each cell belongs to a person, an animal or another thing, 0…1.
  let thing: Plane
  /// Where people look in crowds, streets and at tasks; the sum of all cells is 1.
  let glance: Plane
  /// The importance for a crop: an object, or a place where people look; the sum of all cells is 1.
  let keep: Plane

  /// Reads the maps from the network's last grid, which has their values before the last function.
  init(_ grid: FeatureGrid) {
    object = grid.plane(0).mapped(Self.sigmoid)
    gaze = Self.density(grid.plane(1))
    face = grid.plane(2).mapped(Self.sigmoid)
    thing = grid.plane(3).mapped(Self.sigmoid)
    glance = Self.density(grid.plane(4))
    keep = Self.density(grid.plane(5))
  }

  private static func density(_ plane: Plane) -> Plane {
    let greatest = plane.samples.max() ?? 0
    let exponentials = plane.mapped { exp($0 - greatest) }
    let total = Float(exponentials.total)
    return exponentials.mapped { $0 / total }
  }

  private static func sigmoid(_ value: Float) -> Float { 1 / (1 + exp(-value)) }

  /// The maps by name, each 0…1.
  var named: [CueMap] {
    func relative(_ plane: Plane) -> Plane {
      let greatest = plane.samples.max() ?? 0
      return plane.mapped { greatest > 0 ? $0 / greatest : 0 }
    }
    return [
      CueMap(name: "learned-object", object), CueMap(name: "learned-gaze", relative(gaze)),
      CueMap(name: "learned-face", face), CueMap(name: "learned-thing", thing),
      CueMap(name: "learned-glance", relative(glance)),
      CueMap(name: "learned-keep", relative(keep)),
    ]
  }
}

/// The ends of the photo's subject by a network, and of the part of it to keep if it does not fit as a whole.
///
/// People marked both as boxes (`Training/extents`): all of what one would mind to see cut, with ears, hats, masts and
/// roofs, and its core, as a head or a tower's top. For each side of either the network gives a density over the photo;
/// its sums over columns or rows say how likely the box ends there.
struct SubjectExtents: Sendable {
  /// All of the subject.
  let whole: Extent
  /// The part of it to keep first.
  let core: Extent

  /// The ends of a box, along both axes.
  struct Extent: Sendable {
    let columns: Ends
    let rows: Ends

    func ends(along axis: PhotoAxis) -> Ends { axis == .horizontal ? columns : rows }
  }

  /// The beginning and end of a box along one axis.
  struct Ends: Sendable {
    private let first: RunningSum
    private let last: RunningSum
    private let inside: RunningSum
    /// How likely each cell's middle is inside, 0…1.
    fileprivate let chances: [Double]

    /// Takes how likely the box begins and ends in each cell; both add up to 1.
    init(first: [Double], last: [Double]) {
      (self.first, self.last) = (RunningSum(first), RunningSum(last))
      var (begun, ended) = (0.0, 0.0)
      chances = zip(first, last).map { first, last in
        defer { (begun, ended) = (begun + first, ended + last) }
        return max(0, begun + first / 2) * max(0, 1 - ended - last / 2)
      }
      let total = max(chances.reduce(0, +), .leastNormalMagnitude)
      inside = RunningSum(chances.map { $0 / total })
    }

    /// How likely nothing of the box is outside of a strip, 0…1, with its two ends taken as independent.
    func wholeChance(from start: Double, to end: Double) -> Double {
      (1 - first.sum(from: 0, to: start)) * last.sum(from: 0, to: end)
    }

    /// How likely the box begins inside of a strip, 0…1.
    func beginChance(from start: Double, to end: Double) -> Double {
      first.sum(from: start, to: end)
    }

    /// The expected share of the box inside a strip, 0…1.
    func share(from start: Double, to end: Double) -> Double { inside.sum(from: start, to: end) }
  }
}

extension SubjectExtents {
  /// How likely each cell is inside of the whole and of the core.
  var named: [CueMap] {
    [("learned-whole", whole), ("learned-core", core)].map { name, extent in
      let (across, down) = (extent.columns.chances, extent.rows.chances)
      let samples = down.flatMap { row in across.map { Float(row * $0) } }
      return CueMap(name: name, Plane(width: across.count, height: down.count, samples: samples))
    }
  }

  /// Reads the network's last grid: for the whole and then for the core, densities of the upper, of the lower and of
  /// both lateral ends; last, the difference of the left ends from both, with the opposite sign for the right ones,
  /// before the last function.
  init(_ grid: FeatureGrid) {
    whole = Extent(grid, top: 0, bottom: 1, sides: 2, left: 6)
    core = Extent(grid, top: 3, bottom: 4, sides: 5, left: 7)
  }
}

extension SubjectExtents.Extent {
  fileprivate init(_ grid: FeatureGrid, top: Int, bottom: Int, sides: Int, left: Int) {
    func sums(_ values: [Float], along axis: PhotoAxis) -> [Double] {
      let greatest = values.max() ?? 0
      var sums = [Double](repeating: 0, count: grid.side)
      for (cell, value) in values.enumerated() {
        let line = axis == .horizontal ? cell % grid.side : cell / grid.side
        sums[line] += Double(exp(value - greatest))
      }
      let total = sums.reduce(0, +)
      return sums.map { $0 / total }
    }
    let (both, odd) = (grid.plane(sides).samples, grid.plane(left).samples)
    columns = SubjectExtents.Ends(
      first: sums(zip(both, odd).map(+), along: .horizontal),
      last: sums(zip(both, odd).map(-), along: .horizontal))
    rows = SubjectExtents.Ends(
      first: sums(grid.plane(top).samples, along: .vertical),
      last: sums(grid.plane(bottom).samples, along: .vertical))
  }
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
