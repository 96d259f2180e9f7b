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
    padded.withUnsafeBufferPointer { p in
      result.samples.withUnsafeMutableBufferPointer { target in
        for y in 0..<luma.height {
          let up = y * stride
          let mid = up + stride
          let down = mid + stride
          for x in 0..<luma.width {
            let corners = p[down + x + 2] - p[up + x]
            let others = p[up + x + 2] - p[down + x]
            let gx = 3 * (corners + others) + 10 * (p[mid + x + 2] - p[mid + x])
            let gy = 3 * (corners - others) + 10 * (p[down + x + 1] - p[up + x + 1])
            target[y * luma.width + x] = (abs(gx) + abs(gy)) / 256
          }
        }
      }
    }
    return result
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
