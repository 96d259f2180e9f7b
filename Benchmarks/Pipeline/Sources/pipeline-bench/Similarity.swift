import Foundation
import PhotoGeometry

/// One band of floating-point samples, row by row.
struct Grid {
  let size: PixelSize
  var values: [Double]

  subscript(x: Int, y: Int) -> Double { values[y * size.width + x] }

  /// The luma of three bytes a pixel: 0.299 R + 0.587 G + 0.114 B (JFIF 1.02).
  init(rgb: [UInt8], size: PixelSize) {
    self.size = size
    values = (0..<size.area).map { index -> Double in
      let (red, green, blue) = (rgb[3 * index], rgb[3 * index + 1], rgb[3 * index + 2])
      let warm: Double = 0.299 * Double(red) + 0.587 * Double(green)
      return warm + 0.114 * Double(blue)
    }
  }

  init(size: PixelSize, values: [Double]) {
    self.size = size
    self.values = values
  }
}

/// The similarity of two grids of the same size.
struct Similarity {
  /// Mean structural similarity over blocks of 8 × 8 samples, a block at every fourth sample.
  ///
  /// Wang, Bovik, Sheikh and Simoncelli 2004, with their constants (0.01 · 255)² and (0.03 · 255)².
  let ssim: Double
  /// The offset of the second grid from the first, to the right and down, in pixels.
  let shift: (x: Double, y: Double)

  init(_ a: Grid, _ b: Grid) {
    ssim = Self.ssim(a, b)
    shift = Self.shift(a, b)
  }

  private static func ssim(_ a: Grid, _ b: Grid) -> Double {
    var (sum, count) = (0.0, 0)
    for top in stride(from: 0, through: a.size.height - 8, by: 4) {
      for left in stride(from: 0, through: a.size.width - 8, by: 4) {
        sum += block(a, b, left, top)
        count += 1
      }
    }
    return sum / Double(max(1, count))
  }

  private static func block(_ a: Grid, _ b: Grid, _ left: Int, _ top: Int) -> Double {
    var (sa, sb, saa, sbb, sab) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for y in top..<top + 8 {
      for x in left..<left + 8 {
        let (p, q) = (a[x, y], b[x, y])
        sa += p
        sb += q
        saa += p * p
        sbb += q * q
        sab += p * q
      }
    }
    let (ma, mb) = (sa / 64, sb / 64)
    let (va, vb, cov) = (saa / 64 - ma * ma, sbb / 64 - mb * mb, sab / 64 - ma * mb)
    let (c1, c2) = (6.5025, 58.5225)
    let light = (2 * ma * mb + c1) / (ma * ma + mb * mb + c1)
    return light * (2 * cov + c2) / (va + vb + c2)
  }

  /// The shift that explains the difference best to first order: Lucas and Kanade 1981.
  private static func shift(_ a: Grid, _ b: Grid) -> (x: Double, y: Double) {
    var (xx, xy, yy, xt, yt) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for y in 1..<a.size.height - 1 {
      for x in 1..<a.size.width - 1 {
        let gx = (a[x + 1, y] - a[x - 1, y]) / 2
        let gy = (a[x, y + 1] - a[x, y - 1]) / 2
        let change = a[x, y] - b[x, y]
        xx += gx * gx
        xy += gx * gy
        yy += gy * gy
        xt += gx * change
        yt += gy * change
      }
    }
    let determinant = xx * yy - xy * xy
    guard determinant > 0 else { return (0, 0) }
    return ((yy * xt - xy * yt) / determinant, (xx * yt - xy * xt) / determinant)
  }
}
