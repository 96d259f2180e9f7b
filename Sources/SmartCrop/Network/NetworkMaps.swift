import Foundation

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
    let columns, rows: Ends

    func ends(along axis: PhotoAxis) -> Ends { axis == .horizontal ? columns : rows }
  }

  /// The beginning and end of a box along one axis.
  struct Ends: Sendable {
    private let first, last, inside: RunningSum
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
