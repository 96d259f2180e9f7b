import Imaging

/// An opaque picture for drawing icons.
struct PreviewCanvas {
  let size: PixelSize
  /// `width × height × 3` bytes.
  private(set) var rgb: [UInt8]

  init(size: PixelSize) {
    self.size = size
    rgb = [UInt8](repeating: 0, count: size.area * 3)
  }

  mutating func fill(rows: Range<Int>, _ colour: [Double]) {
    let row = (0..<size.width).flatMap { _ in colour.map { UInt8($0) } }
    for y in rows { rgb.replaceSubrange(y * row.count..<(y + 1) * row.count, with: row) }
  }

  /// Draws an icon inside the system's mask with its upper left corner at a place.
  mutating func draw(_ icon: PNGPixels, _ look: IconRole.Appearance, x left: Int, y top: Int) {
    let side = icon.size.width
    for y in 0..<side {
      for x in 0..<side {
        let cover = Self.coverage(x, y, side: side)
        guard cover > 0 else { continue }
        let pixel = (y * side + x) * 4
        let colour = look.shown(icon.bytes[pixel..<pixel + 4])
        let offset = ((top + y) * size.width + left + x) * 3
        for band in 0..<3 {
          let below = Double(rgb[offset + band])
          rgb[offset + band] = UInt8((below + (colour[band] - below) * cover).rounded())
        }
      }
    }
  }

  /// The share of a pixel inside |u|⁵ + |v|⁵ ≤ 1, from 4 × 4 points; u and v run from −1 to 1.
  ///
  /// The superellipse of exponent 5 is the usual approximation of the system's continuous corner, which Apple provides
  /// as a template and not as a formula; the two differ by less than 1 % of the side.
  static func coverage(_ x: Int, _ y: Int, side: Int) -> Double {
    let points = (0..<4).map { (Double($0) + 0.5) / 4 }
    let inside = points.reduce(0) { sum, dy in
      sum
        + points.count { dx in
          let u = abs((Double(x) + dx) * 2 / Double(side) - 1)
          let v = abs((Double(y) + dy) * 2 / Double(side) - 1)
          return u * u * u * u * u + v * v * v * v * v <= 1
        }
    }
    return Double(inside) / 16
  }
}

extension IconRole.Appearance {
  var wallpaper: [Double] {
    switch self {
    case .any: [205, 218, 234]
    case .dark: [22, 24, 32]
    case .tinted: [38, 33, 30]
    }
  }

  /// The colour behind clear parts of the icon: the system's dark plate, and none for the default icon.
  private var plate: [Double] {
    switch self {
    case .any: [0, 0, 0]
    case .dark, .tinted: [28, 28, 30]
    }
  }

  /// The tint that a user might have chosen, for the row of the tinted icon.
  private static let tint: [Double] = [255, 176, 92]

  /// The displayed colour of an icon's pixel, 0…255 each.
  func shown(_ pixel: ArraySlice<UInt8>) -> [Double] {
    let samples = Array(pixel)
    let alpha = Double(samples[3]) / 255
    let colour = (0..<3).map { Double(samples[$0]) * alpha + plate[$0] * (1 - alpha) }
    guard self == .tinted else { return colour }
    let grey = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
    return Self.tint.map { $0 * grey / 255 }
  }
}
