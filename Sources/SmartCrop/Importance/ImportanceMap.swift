import Foundation
import PhotoGeometry

/// The cues of one picture on one grid, each 0…1.
struct Cues: Sendable {
  let barrier, border, edges, signature, position: Plane

  /// The grid's long edge in cells.
  ///
  /// Scores are the same from 64 to 128; the work grows with its square.
  static let gridLongEdge = 64

  /// Ranges below these are noise of an 8-bit picture, in each map's own units.
  ///
  /// A barrier of 1.5 in L*a*b*, and the edge strength of one grey level, 32 · 1/256.
  private static let leastRange = (barrier: Float(1.5), edges: Float(0.125), signature: Float(1e-3))

  init(_ colour: ColourPlanes, luma: Plane, stageEnded: (AnalysisStage) -> Void = { _ in }) {
    let size = PixelSize(width: luma.width, height: luma.height)
    let grid = size.fitting(longEdge: Self.gridLongEdge)
    let unit = Double(grid.longEdge)
    let lab = LabPlanes(colour.resampled(toWidth: grid.width, height: grid.height))
    stageEnded(.lab)
    barrier = BarrierDistance.map(of: lab)
      .blurred(sigma: unit / 128).normalised(leastRange: Self.leastRange.barrier)
    stageEnded(.barrierDistance)
    border = BorderContrast.map(of: lab).normalised(leastRange: 0)
    stageEnded(.borderContrast)
    edges = EdgeDensity.strength(of: luma).resampled(toWidth: grid.width, height: grid.height)
      .blurred(sigma: unit / 64).normalised(leastRange: Self.leastRange.edges)
    stageEnded(.edgeDensity)
    signature = ImageSignature.map(of: lab)
      .blurred(sigma: 2.5 * unit / 64).normalised(leastRange: Self.leastRange.signature)
    stageEnded(.imageSignature)
    position = PositionPrior.map(width: grid.width, height: grid.height)
    stageEnded(.positionPrior)
  }

  /// Whether neither an edge nor a barrier rises above noise.
  var isFlat: Bool { !barrier.samples.contains { $0 > 0 } && !edges.samples.contains { $0 > 0 } }

  /// The cues by name, in the order of the recipe.
  var named: [CueMap] {
    [
      CueMap(name: "barrier-distance", barrier), CueMap(name: "border-contrast", border),
      CueMap(name: "edge-density", edges), CueMap(name: "image-signature", signature),
      CueMap(name: "position-prior", position),
    ]
  }
}

/// The place where photographers put their subject: near the middle.
///
///     c(x, y) = exp( −(x² + y²) / (2·0.25²) ),  x and y from −0.5 to 0.5 of the sides
///
/// Source of the idea: Tatler, "The central fixation bias in scene viewing", Journal of Vision 7(14), 2007.
/// The width was chosen by measuring (decision 0100).
enum PositionPrior {
  /// The standard deviation as a share of a side.
  private static let width = 0.25

  /// Returns the prior of every cell, 0…1.
  static func map(width columns: Int, height rows: Int) -> Plane {
    let (horizontal, vertical) = (profile(columns), profile(rows))
    let samples = vertical.flatMap { row in horizontal.map { Float(row * $0) } }
    return Plane(width: columns, height: rows, samples: samples)
  }

  private static func profile(_ count: Int) -> [Double] {
    (0..<count).map { cell in
      // Doubled and whole, so that both halves get the same numbers.
      let offset = Double(2 * cell + 1 - count) / Double(2 * count)
      return exp(-offset * offset / (2 * width * width))
    }
  }
}

/// A map and its weight, its share of the importance; the sum is 1.
private typealias WeightedPlane = (weight: Double, plane: Plane)

extension Cues {
  /// The weighted sum of the cues, 1 in all (decision 0100).
  var importance: Plane {
    func product(_ a: Plane, _ b: Plane) -> Plane { a.combined(with: b, *) }
    return mixed([
      (0.23, product(barrier, barrier)),
      (0.23, product(barrier, position)),
      (0.19, product(border, border)),
      (0.13, product(edges, position)),
      (0.10, product(signature, position)),
      (0.12, position),
    ])
  }

  /// Returns the weighted sum of the cues and of the network's maps, 1 in all (decisions 0100 and 0139).
  func importance(with seen: NetworkMaps) -> Plane {
    func fitted(_ plane: Plane) -> Plane {
      plane.resampled(toWidth: position.width, height: position.height)
    }
    return mixed([
      (0.15, fitted(seen.gaze)), (0.45, fitted(seen.keep)), (0.20, barrier.mapped { $0 * $0 }),
      (0.20, importance),
    ])
  }

  /// Adds maps, each divided by its own sum first; the share of one without any value is distributed to the others.
  private func mixed(_ parts: [WeightedPlane]) -> Plane {
    let start = Plane(width: position.width, height: position.height)
    return parts.reduce(into: start) { sum, part in
      let total = part.plane.total
      guard total > 0 else { return }
      let factor = Float(part.weight / total)
      sum = sum.combined(with: part.plane) { $0 + factor * $1 }
    }
  }
}

/// A part of an analysis, in the order in which they run.
public enum AnalysisStage: String, Hashable, Sendable, CaseIterable {
  /// Bytes to colour planes and luma.
  case colours
  /// Reduction to the grid, and L*a*b*.
  case lab
  /// The minimum barrier distance from the border.
  case barrierDistance = "barrier-distance"
  /// How few of the photo's sides have the colour.
  case borderContrast = "border-contrast"
  /// The edge strength around each cell.
  case edgeDensity = "edge-density"
  /// The image signature.
  case imageSignature = "image-signature"
  /// The position prior.
  case positionPrior = "position-prior"
  /// The network, if there is a model and the picture is not flat.
  case network
  /// The weighted sum of all maps.
  case combination
  /// Heads; does not run when a person has pointed at something.
  case detection
}

/// How much edge there is around each cell.
///
/// The edge strength of a pixel is |Gx| + |Gy| of Scharr's 3×3 operator on luma,
///
///     Gx = ( −3 0 3; −10 0 10; −3 0 3 ),  Gy = Gxᵀ
///
/// divided by 256. Kernel: Scharr, "Optimale Operatoren in der digitalen Bildverarbeitung", Heidelberg
/// 2000. The picture's own border is repeated outwards. As it sums responses and does not count edge
/// pixels, contrast counts as well as number.
enum EdgeDensity {
  /// Returns the strength at every pixel, 0 to about 32.
  static func strength(of luma: Plane) -> Plane {
    var result = Plane(width: luma.width, height: luma.height)
    let padded = luma.paddedByOne
    let stride = luma.width + 2
    padded.withUnsafeBufferPointer { padded in
      result.samples.withUnsafeMutableBufferPointer { target in
        guard let padded = padded.baseAddress, let target = target.baseAddress else { return }
        for y in 0..<luma.height {
          write(
            above: padded + y * stride, beside: padded + (y + 1) * stride,
            below: padded + (y + 2) * stride, to: target + y * luma.width, count: luma.width)
        }
      }
    }
    return result
  }

  /// Writes the strengths of one row from three padded ones.
  private static func write(
    above: UnsafePointer<Float>, beside: UnsafePointer<Float>, below: UnsafePointer<Float>,
    to target: UnsafeMutablePointer<Float>, count: Int
  ) {
    // Sums that cannot overflow, so that the compiler makes vectors of them.
    for x in 0..<count {
      let corners = below[x &+ 2] - above[x]
      let others = above[x &+ 2] - below[x]
      let gx = 3 * (corners + others) + 10 * (beside[x &+ 2] - beside[x])
      let gy = 3 * (corners - others) + 10 * (below[x &+ 1] - above[x &+ 1])
      target[x] = (abs(gx) + abs(gy)) / 256
    }
  }
}

extension Plane {
  /// The samples with one more row and column on every side, copied from the nearest sample.
  fileprivate var paddedByOne: [Float] {
    var result: [Float] = []
    result.reserveCapacity((width + 2) * (height + 2))
    for y in -1...height {
      let row = samples[(min(max(0, y), height - 1) * width)...].prefix(width)
      result.append(row[row.startIndex])
      result.append(contentsOf: row)
      result.append(row[row.endIndex - 1])
    }
    return result
  }
}

/// A grid over the upright photo with the importance of each cell; the sum of all cells is 1.
public struct ImportanceMap: Sendable {
  /// The number of columns, at least 1.
  public let width: Int
  /// The number of rows, at least 1.
  public let height: Int
  /// `width × height` shares, row by row from the top left; their sum is 1.
  public let values: [Float]

  /// The shares of whole columns and of whole rows.
  private let columns, rows: Profile

  /// Makes a map from any non-negative plane; one without any weight becomes uniform.
  init(_ plane: Plane) {
    let total = plane.total
    let uniform = 1 / Float(plane.samples.count)
    (width, height) = (plane.width, plane.height)
    values = plane.samples.map { total > 0 ? Float(Double($0) / total) : uniform }
    columns = Profile(values, width: width, along: .horizontal)
    rows = Profile(values, width: width, along: .vertical)
  }

  /// Running sums of whole columns or rows, for the share of any strip, and its centre.
  private struct Profile {
    let shares: RunningSum
    /// Each share times the middle of its column or row, 0…1 along the axis.
    let moments: RunningSum

    init(_ values: [Float], width: Int, along axis: PhotoAxis) {
      var sums = [Double](repeating: 0, count: axis == .horizontal ? width : values.count / width)
      for (i, value) in values.enumerated() {
        sums[axis == .horizontal ? i % width : i / width] += Double(value)
      }
      let total = sums.reduce(0, +)
      let count = Double(sums.count)
      shares = RunningSum(sums.lazy.map { $0 / total })
      moments = RunningSum(sums.enumerated().lazy.map { (Double($0) + 0.5) / count * $1 / total })
    }
  }

  private func profile(along axis: PhotoAxis) -> Profile { axis == .horizontal ? columns : rows }

  /// Returns the share of the importance in a strip across the whole photo, 0…1.
  ///
  /// The strip's ends are fractions along the axis from the left or top, the second not before the first; cells that
  /// are cut by either count in part.
  func share(from start: Double, to end: Double, along axis: PhotoAxis) -> Double {
    profile(along: axis).shares.sum(from: start, to: end)
  }

  /// Returns the mean place of the importance in such a strip, 0…1 along the axis; `nil` without importance.
  func centre(from start: Double, to end: Double, along axis: PhotoAxis) -> Double? {
    let profile = profile(along: axis)
    let share = profile.shares.sum(from: start, to: end)
    return share > SlidingWindow.tolerance
      ? profile.moments.sum(from: start, to: end) / share : nil
  }

  /// Returns the centre of the importance in a rectangle, in shares of the photo's sides; `nil` for one without
  /// importance.
  func centre(in rect: NormalizedRect) -> (x: Double, y: Double)? {
    func shares(_ count: Int, _ start: Double, _ end: Double) -> [Double] {
      (0..<count).map { cell in
        let (first, last) = (Double(cell) / Double(count), Double(cell + 1) / Double(count))
        return max(0, min(end, last) - max(start, first)) * Double(count)
      }
    }
    let across = shares(width, rect.x, rect.maxX)
    let down = shares(height, rect.y, rect.maxY)
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for (row, part) in down.enumerated() where part > 0 {
      for (column, share) in across.enumerated() where share > 0 {
        let held = Double(values[row * width + column]) * share * part
        sum += held
        x += held * (Double(column) + 0.5)
        y += held * (Double(row) + 0.5)
      }
    }
    return sum > SlidingWindow.tolerance
      ? (x / sum / Double(width), y / sum / Double(height)) : nil
  }

  /// The table for the share in any rectangle.
  var table: SummedAreaTable { SummedAreaTable(width: width, height: height, values) }
}
