import Foundation

/// The discrete cosine transform (type II, orthonormal) of a plane and its inverse.
///
///     C(k) = s(k) · Σ x(i) · cos( π·k·(2i + 1) / 2n ),  s(0) = √(1/n), s(k) = √(2/n)
///
/// Source: Ahmed, Natarajan, Rao, "Discrete cosine transform", IEEE Transactions on Computers, 1974.
/// The matrix product costs O(n) a sample; the planes here have some dozens of columns and rows.
struct CosineTransform: Sendable {
  /// Row `k`, column `i` of the matrix, row by row.
  private let rowBasis: Plane
  private let columnBasis: Plane

  init(width: Int, height: Int) {
    rowBasis = Self.basis(width)
    columnBasis = Self.basis(height)
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
