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
