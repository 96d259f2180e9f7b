public import Imaging

/// The background that replaces alpha.
public enum IconBackground: Hashable, Sendable {
  /// The colour derived from the picture's own edge.
  case automatic
  case colour(RGBColour)
}

extension PNGPixels {
  /// Whether a picture that is not opaque has visibly only one colour over a ground.
  func isOneColour(on ground: RGBColour) -> Bool {
    let rgb = flattened(on: ground)
    return (0..<3).allSatisfy { band in
      var (lowest, highest) = (UInt8.max, UInt8.min)
      for index in stride(from: band, to: rgb.count, by: 3) {
        lowest = min(lowest, rgb[index])
        highest = max(highest, rgb[index])
      }
      return highest - min(lowest, highest) <= PixelFacts.stencilRange
    }
  }

  /// The background colour derived from the picture's edge; white when no pixel is opaque.
  ///
  /// Walking in from all four sides along every row and column, the first opaque pixel of each walk is
  /// the edge. Its colours are counted in bins of 32 steps a channel; the mean of the fullest bin is the
  /// answer, the bin with the lowest number where two are equally full. The bins are our choice: wide enough
  /// to hold a gradient together, narrow enough to keep a logo's rim apart.
  var edgeColour: RGBColour {
    var bins: [Int: (count: Int, sums: [Int])] = [:]
    for offset in edgePixels {
      let samples = (0..<3).map { Int(bytes[offset + $0]) }
      let bin = samples.reduce(0) { $0 * 8 + $1 / 32 }
      var entry = bins[bin] ?? (0, [0, 0, 0])
      entry.count += 1
      for band in 0..<3 { entry.sums[band] += samples[band] }
      bins[bin] = entry
    }
    let fullest = bins.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    guard let (count, sums) = fullest?.value else {
      return RGBColour(red: 255, green: 255, blue: 255)
    }
    let mean = sums.map { UInt8(($0 + count / 2) / count) }
    return RGBColour(red: mean[0], green: mean[1], blue: mean[2])
  }

  /// The byte offsets of the first opaque pixels from each side.
  private var edgePixels: [Int] {
    let rows = (0..<size.height).flatMap { y in
      outermost((0..<size.width).map { (y * size.width + $0) * 4 })
    }
    let columns = (0..<size.width).flatMap { x in
      outermost((0..<size.height).map { ($0 * size.width + x) * 4 })
    }
    return rows + columns
  }

  private func outermost(_ offsets: [Int]) -> [Int] {
    let first = offsets.first { bytes[$0 + 3] == 255 }
    let last = offsets.last { bytes[$0 + 3] == 255 }
    return [first, last].compactMap { $0 }
  }
}

extension RGBColour {
  /// Reads a colour in the forms that people use for icons: `#RRGGBB`, `#RGB`, either without the number sign,
  /// `white` or `black`; `nil` for other text.
  public init?(spelled text: String) {
    switch text.lowercased() {
    case "white": self = .white
    case "black": self = .black
    default:
      let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
      self.init(digits.count == 3 ? String(digits.flatMap { [$0, $0] }) : text)
    }
  }
}
