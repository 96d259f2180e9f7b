import Foundation

/// Where the picture differs from its own smooth background, by the sign of its spectrum.
///
///     S = Σ over L*, a*, b* of ( DCT⁻¹( sign( DCT( channel ) ) ) )²
///
/// Paper: Hou, Harel, Koch, "Image signature: highlighting sparse salient regions", PAMI 34(1), 2012.
enum ImageSignature {
  /// Coefficients below this, in L*a*b* units times √cells, are rounding and have no sign.
  ///
  /// Single precision leaves about 10⁻⁴ in a coefficient that should be zero. Without it, the
  /// noise of a constant picture would get a signature.
  private static let leastCoefficient: Float = 1e-2

  /// Returns the unsmoothed signature of every cell.
  static func map(of lab: LabPlanes) -> Plane {
    let transform = CosineTransform(width: lab.width, height: lab.height)
    let squares = lab.channels.map { channel in
      transform.inverse(transform.forward(channel).mapped(sign)).mapped { $0 * $0 }
    }
    return squares.dropFirst().reduce(squares[0]) { $0.combined(with: $1, +) }
  }

  private static func sign(_ coefficient: Float) -> Float {
    if abs(coefficient) < leastCoefficient { return 0 }
    return coefficient < 0 ? -1 : 1
  }
}

/// The discrete cosine transform (type II, orthonormal) of a plane and its inverse.
///
///     C(k) = s(k) · Σ x(i) · cos( π·k·(2i + 1) / 2n ),  s(0) = √(1/n), s(k) = √(2/n)
///
/// Source: Ahmed, Natarajan, Rao, "Discrete cosine transform", IEEE Transactions on Computers, 1974.
/// The matrix product costs O(n) a sample; the planes here have some dozens of columns and rows.
struct CosineTransform: Sendable {
  /// Row `k`, column `i` of the matrix, row by row.
  private let rowBasis, columnBasis: Plane

  init(width: Int, height: Int) {
    (rowBasis, columnBasis) = (Self.basis(width), Self.basis(height))
  }

  private static func basis(_ n: Int) -> Plane {
    let cosines = (0..<(4 * n)).map { cos(Double.pi * Double($0) / Double(2 * n)) }
    var basis = Plane(width: n, height: n)
    for k in 0..<n {
      let scale = ((k == 0 ? 1.0 : 2.0) / Double(n)).squareRoot()
      for i in 0..<n {
        basis.samples[k * n + i] = Float(scale * cosines[k * (2 * i + 1) % (4 * n)])
      }
    }
    return basis
  }

  /// Returns the coefficients of a plane.
  func forward(_ plane: Plane) -> Plane {
    columnBasis.multiplied(by: plane).multiplied(by: rowBasis.transposed)
  }

  /// Returns the plane that has these coefficients.
  func inverse(_ coefficients: Plane) -> Plane {
    columnBasis.transposed.multiplied(by: coefficients).multiplied(by: rowBasis)
  }
}

extension Plane {
  /// Returns the matrix product of two planes, rows times columns.
  fileprivate func multiplied(by other: Plane) -> Plane {
    precondition(width == other.height)
    var result = Plane(width: other.width, height: height)
    let columns = other.width
    result.samples.withUnsafeMutableBufferPointer { target in
      other.samples.withUnsafeBufferPointer { right in
        for (cell, factor) in samples.enumerated() {
          let (y, k) = (cell / width, cell % width)
          let sum = UnsafeMutableBufferPointer(
            rebasing: target[(y * columns)..<((y + 1) * columns)])
          let row = UnsafeBufferPointer(rebasing: right[(k * columns)..<((k + 1) * columns)])
          for x in 0..<columns { sum[x] += factor * row[x] }
        }
      }
    }
    return result
  }
}
