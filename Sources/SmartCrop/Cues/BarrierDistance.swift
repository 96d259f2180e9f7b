/// The minimum barrier distance of every cell from the picture's border.
///
/// The background can be reached from the border over nearly equal colours; a subject cannot. The barrier of a path is
/// the difference between the highest and the lowest value on it, and the distance the least barrier of any path:
///
///     D(t) = min over paths π from the border to t of ( max π − min π )
///
/// summed over L*, a* and b*. Paper: Zhang et al., "Minimum barrier salient object detection at 80 FPS",
/// ICCV 2015, whose raster scan (three passes, forward, backward, forward) approximates it.
///
/// The paper's scan depends on its direction. Here it runs on the picture and its three mirror images at
/// once, and the mean of the four is taken: the result of a mirrored picture is the mirrored result, to the
/// last bit. The four are the lanes of one vector, so they cost as much as one.
struct BarrierDistance {
  /// The picture, mirrored left to right, mirrored top to bottom, and both.
  fileprivate typealias Orientations = SIMD4<Float>

  /// The best path found to a cell.
  fileprivate struct Path {
    var barrier, highest, lowest: Orientations
  }

  private let width, height: Int
  private let values: [Orientations]
  private var paths: [Path]

  /// Returns the distance of every cell, 0 on the border, in units of L*a*b*.
  static func map(of lab: LabPlanes) -> Plane {
    let maps = lab.channels.map { channel in
      var scan = BarrierDistance(channel)
      scan.run()
      return scan.meanOfOrientations()
    }
    return maps.dropFirst().reduce(maps[0]) { $0.combined(with: $1, +) }
  }

  private init(_ plane: Plane) {
    let (width, height) = (plane.width, plane.height)
    (self.width, self.height) = (width, height)
    func sample(_ x: Int, _ y: Int) -> Float { plane.samples[y * width + x] }
    values = (0..<(width * height)).map { cell in
      let (x, y) = (cell % width, cell / width)
      let (mirrorX, mirrorY) = (width - 1 - x, height - 1 - y)
      return [sample(x, y), sample(mirrorX, y), sample(x, mirrorY), sample(mirrorX, mirrorY)]
    }
    paths = values.enumerated().map { cell, value in
      let (x, y) = (cell % width, cell / width)
      let isBorder = x == 0 || y == 0 || x == width - 1 || y == height - 1
      return Path(
        barrier: Orientations(repeating: isBorder ? 0 : .infinity), highest: value, lowest: value)
    }
  }

  private mutating func run() {
    guard width > 2, height > 2 else { return }
    let forward = (1..<(height - 1)).flatMap { y in (1..<(width - 1)).map { y * width + $0 } }
    let backward = Array(forward.reversed())
    let stride = width
    values.withUnsafeBufferPointer { values in
      paths.withUnsafeMutableBufferPointer { paths in
        Self.relax(forward, from: (-stride, -1), paths, values)
        Self.relax(backward, from: (stride, 1), paths, values)
        Self.relax(forward, from: (-stride, -1), paths, values)
      }
    }
  }

  /// Takes the path over either neighbour if its barrier is lower.
  private static func relax(
    _ cells: [Int], from neighbours: (Int, Int), _ paths: UnsafeMutableBufferPointer<Path>,
    _ values: UnsafeBufferPointer<Orientations>
  ) {
    for cell in cells {
      var path = paths[cell]
      let value = values[cell]
      path.improve(by: paths[cell + neighbours.0], value)
      path.improve(by: paths[cell + neighbours.1], value)
      paths[cell] = path
    }
  }

  private func meanOfOrientations() -> Plane {
    var result = Plane(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let (mirrorX, mirrorY) = (width - 1 - x, height - 1 - y)
        // Opposite orientations are paired, so that mirroring only exchanges summands.
        let whole = paths[y * width + x].barrier[0] + paths[mirrorY * width + mirrorX].barrier[3]
        let half = paths[y * width + mirrorX].barrier[1] + paths[mirrorY * width + x].barrier[2]
        result.samples[y * width + x] = (whole + half) / 4
      }
    }
    return result
  }
}

extension BarrierDistance.Path {
  /// Takes the neighbour's path, extended by a value, in the orientations in which its barrier is lower.
  @inline(__always)
  fileprivate mutating func improve(by neighbour: Self, _ value: SIMD4<Float>) {
    let high = value.replacing(with: neighbour.highest, where: neighbour.highest .> value)
    let low = value.replacing(with: neighbour.lowest, where: neighbour.lowest .< value)
    let barrier = high - low
    let isBetter = barrier .< self.barrier
    self.barrier.replace(with: barrier, where: isBetter)
    highest.replace(with: high, where: isBetter)
    lowest.replace(with: low, where: isBetter)
  }
}

/// How far each cell's colour is from the colours along every side of the picture.
///
/// Each of the four border bands gives a mean μ and a covariance Σ of L*a*b*. The distance of a colour v is
///
///     d(v) = √( (v − μ)ᵀ (Σ + 10·I)⁻¹ (v − μ) )
///
/// Each band's distances are divided by their maximum and the least of the four counts: a cell stands
/// out when it is unlike every side. Idea: Zhang et al., ICCV 2015, section 4.2 (appearance distance
/// to the border); the minimum instead of their "sum less the maximum" measured better.
enum BorderContrast {
  /// The thickness of a band as a share of the short side; the paper's 10 %.
  private static let bandShare = 0.1
  /// Added to the variances, in squared L*a*b* units: about three units of noise.
  private static let regularisation = 10.0
  /// A greatest distance below this is rounding, not contrast.
  private static let leastDistance: Float = 1e-2

  /// Returns the contrast of every cell, 0…1.
  static func map(of lab: LabPlanes) -> Plane {
    let distances = bands(lab).map { distance(of: lab, from: ColourModel($0, of: lab)) }
    return distances.dropFirst().reduce(distances[0]) { $0.combined(with: $1, min) }
  }

  /// The cells of the four bands, as ranges of columns and rows.
  private static func bands(_ lab: LabPlanes) -> [(columns: Range<Int>, rows: Range<Int>)] {
    let (width, height) = (lab.width, lab.height)
    let depth = max(1, Int((Double(min(width, height)) * bandShare).rounded()))
    return [
      (0..<width, 0..<depth), (0..<width, (height - depth)..<height),
      (0..<depth, 0..<height), ((width - depth)..<width, 0..<height),
    ]
  }

  private static func distance(of lab: LabPlanes, from model: ColourModel) -> Plane {
    var result = Plane(width: lab.width, height: lab.height)
    for i in result.samples.indices { result.samples[i] = model.distance(lab.colour(at: i)) }
    let greatest = result.samples.max() ?? 0
    guard greatest > leastDistance else { return Plane(width: lab.width, height: lab.height) }
    return result.mapped { $0 / greatest }
  }

  /// A Gaussian model of the colours in one band.
  private struct ColourModel {
    private let mean: SIMD3<Float>
    /// The columns of the inverse covariance.
    private let inverse: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

    init(_ band: (columns: Range<Int>, rows: Range<Int>), of lab: LabPlanes) {
      var sum = SIMD3<Double>.zero
      var products = (SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero)
      for y in band.rows {
        for x in band.columns {
          let v = SIMD3<Double>(lab.colour(at: y * lab.width + x))
          sum += v
          products.0 += v * v.x
          products.1 += v * v.y
          products.2 += v * v.z
        }
      }
      let count = Double(band.columns.count * band.rows.count)
      let m = sum / count
      mean = SIMD3<Float>(m)
      inverse = Self.inverse(
        products.0 / count - m * m.x + SIMD3(BorderContrast.regularisation, 0, 0),
        products.1 / count - m * m.y + SIMD3(0, BorderContrast.regularisation, 0),
        products.2 / count - m * m.z + SIMD3(0, 0, BorderContrast.regularisation))
    }

    /// Returns the inverse of a symmetric matrix by cross products of its columns.
    private static func inverse(
      _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>
    ) -> (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>) {
      let first = cross(b, c)
      let determinant = (a * first).sum()
      return (
        SIMD3<Float>(first / determinant), SIMD3<Float>(cross(c, a) / determinant),
        SIMD3<Float>(cross(a, b) / determinant)
      )
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    func distance(_ colour: SIMD3<Float>) -> Float {
      let d = colour - mean
      let product = inverse.0 * d.x + inverse.1 * d.y + inverse.2 * d.z
      return max(0, (d * product).sum()).squareRoot()
    }
  }
}

extension LabPlanes {
  fileprivate func colour(at index: Int) -> SIMD3<Float> {
    SIMD3(lightness.samples[index], greenRed.samples[index], blueYellow.samples[index])
  }
}
