/// A filter that makes each of red, green and blue a weighted sum of all three and an offset.
///
/// It applies to gamma-encoded sRGB samples from 0 to 1. `docs/filters.md` has the formulas by name.
public struct ColourFilter: Hashable, Sendable {
  /// The rows of red, green and blue: three weights, then the offset.
  public let rows: [[Double]]

  /// The weights of light's three colours: ITU-R BT.709.
  private static let grey = [0.2126, 0.7152, 0.0722]

  /// Makes a filter that increases saturation by `saturation`, then contrast around the middle by `contrast`, then
  /// lifts and weights each colour.
  init(
    saturation: Double = 1, contrast: Double = 1, gains: [Double] = [1, 1, 1],
    lifts: [Double] = [0, 0, 0]
  ) {
    rows = (0..<3).map { row in
      let weights = (0..<3).map { column in
        (1 - saturation) * Self.grey[column] + (row == column ? saturation : 0)
      }
      let scale = contrast * gains[row]
      return weights.map { $0 * scale } + [(1 - contrast) / 2 * gains[row] + lifts[row]]
    }
  }

  init(rows: [[Double]]) { self.rows = rows }

  /// The filters by the app's tokens (decision 0725).
  private static let named: [String: ColourFilter] = [
    "noir": ColourFilter(saturation: 0, contrast: 1.5),
    "mono": ColourFilter(saturation: 0, contrast: 0.85),
    "chrome": ColourFilter(saturation: 1.35, contrast: 1.1),
    "fade": ColourFilter(saturation: 0.6, contrast: 0.8, lifts: [0.04, 0.04, 0.04]),
    "instant": ColourFilter(
      saturation: 0.85, contrast: 0.92, gains: [1.05, 1, 0.85], lifts: [0.02, 0.03, 0.08]),
    "process": ColourFilter(gains: [0.9, 1, 1.06], lifts: [0, 0, 0.03]),
    "transfer": ColourFilter(gains: [1.06, 1, 0.88], lifts: [0.03, 0.01, 0]),
    "sepia": ColourFilter(rows: [
      [0.393, 0.769, 0.189, 0], [0.349, 0.686, 0.168, 0], [0.272, 0.534, 0.131, 0],
    ]),
  ]

  /// The filter of one of the app's tokens, in a share of 0…1; `nil` if there is none.
  public init?(named name: String, intensity: Double = 1) {
    guard let filter = Self.named[name] else { return nil }
    rows = filter.rows.enumerated().map { row, values in
      values.enumerated().map { column, value in
        value * intensity + (row == column ? 1 - intensity : 0)
      }
    }
  }
}

extension Raster {
  /// Returns the picture with other colours, rounded to the nearest sample.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func filtered(by filter: ColourFilter) throws(PhotoprepError) -> Raster {
    // Whole numbers of 2⁻¹⁶ give the same bits on every machine.
    let rows = filter.rows.map { row in
      row.prefix(3).map { Int(($0 * 65_536).rounded()) }
        + [Int((row[3] * 255 * 65_536).rounded()) + 32_768]
    }
    var pixels = try rgb()
    for pixel in stride(from: 0, to: pixels.count, by: 3) {
      let (red, green, blue) = (Int(pixels[pixel]), Int(pixels[pixel + 1]), Int(pixels[pixel + 2]))
      for (band, row) in rows.enumerated() {
        let sum = row[0] * red + row[1] * green + row[2] * blue + row[3]
        pixels[pixel + band] = UInt8(clamping: sum >> 16)
      }
    }
    return try Raster(size: size, rgb: pixels, name: name)
  }
}
