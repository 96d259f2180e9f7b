/// The primaries and the white of an RGB space, as x and y of CIE 1931.
struct Chromaticities: Hashable {
  let red, green, blue, white: SIMD2<Double>

  /// X, Y and Z from red, green and blue, with a Y of 1 for white; `nil` for primaries on one line.
  var toXYZ: Matrix3? {
    let primaries = Matrix3([red, green, blue].map(Self.xyz))
    guard let inverse = primaries.inverse else { return nil }
    let light = inverse * Self.xyz(white)
    return Matrix3([0, 1, 2].map { primaries.columns[$0] * light[$0] })
  }

  /// The same for D50, the white of profiles.
  var toD50: Matrix3? {
    let xyz = Self.xyz(white)
    guard let toXYZ, let back = Self.bradford.inverse else { return nil }
    let change = (Self.bradford * SIMD3(DisplayProfile.white)) / (Self.bradford * xyz)
    let cones = Matrix3((0..<3).map { (Self.bradford * toXYZ).columns[$0] * change })
    return back * cones
  }

  /// The Bradford matrix from X, Y and Z to the responses of cones: ICC.1:2022, annex E.
  private static let bradford = Matrix3([
    [0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296],
  ])

  private static func xyz(_ place: SIMD2<Double>) -> SIMD3<Double> {
    [place.x / place.y, 1, (1 - place.x - place.y) / place.y]
  }
}

struct Matrix3 {
  let columns: [SIMD3<Double>]

  init(_ columns: [SIMD3<Double>]) { self.columns = columns }

  var rows: [Double] { (0..<3).flatMap { row in columns.map { $0[row] } } }

  /// `nil` if the columns are linearly dependent, or a number is not finite.
  var inverse: Matrix3? {
    let (a, b, c) = (columns[0], columns[1], columns[2])
    let normals = [Self.cross(b, c), Self.cross(c, a), Self.cross(a, b)]
    let volume = (a * normals[0]).sum()
    guard volume.isFinite, abs(volume) > 1e-9 else { return nil }
    return Matrix3((0..<3).map { row in SIMD3(normals.map { $0[row] / volume }) })
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
  }

  static func * (left: Matrix3, right: SIMD3<Double>) -> SIMD3<Double> {
    left.columns[0] * right.x + left.columns[1] * right.y + left.columns[2] * right.z
  }

  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(right.columns.map { left * $0 })
  }
}
