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
