internal import Imaging

extension PixelSize {
  /// The largest size of this shape inside of a frame; at least one pixel a side.
  func fitting(inside frame: PixelSize) -> PixelSize {
    let scale = min(
      Double(frame.width) / Double(width), Double(frame.height) / Double(height))
    return PixelSize(
      width: min(frame.width, max(1, Int((Double(width) * scale).rounded()))),
      height: min(frame.height, max(1, Int((Double(height) * scale).rounded()))))
  }
}

extension Raster {
  /// Shows the whole picture in the middle of a frame, over a ground made from it (decision 0337; the formula is in
  /// `docs/how-a-crop-is-chosen.md`).
  ///
  /// - Throws: `resize-failed` when memory is short.
  func fitted(into frame: PixelSize) throws -> Raster {
    let inner = size.fitting(inside: frame)
    let whole = try resized(to: inner)
    if inner == frame { return whole }
    let rgb = try whole.rgb()
    let ground = FittedGround(of: rgb, inner, in: frame)
    var pixels: [UInt8]
    if let plain = ground.pixels {
      pixels = plain
    } else {
      pixels = try blurred(over: frame).rgb().map(FittedGround.darkened)
    }
    let (left, top) = ((frame.width - inner.width) / 2, (frame.height - inner.height) / 2)
    for row in 0..<inner.height {
      let (to, from) = (3 * ((top + row) * frame.width + left), 3 * row * inner.width)
      pixels.replaceSubrange(to..<to + 3 * inner.width, with: rgb[from..<from + 3 * inner.width])
    }
    return try Raster(size: frame, rgb: pixels, name: name)
  }

  /// The middle of the picture in the shape of a frame, blurred so that only its colours are left.
  private func blurred(over frame: PixelSize) throws -> Raster {
    let window = AspectRatio(frame).largestWindow(in: size)
    let rect = PixelRect(
      x: (size.width - window.width) / 2, y: (size.height - window.height) / 2,
      width: window.width, height: window.height)
    let small = window.fitting(inside: FittedGround.cells)
    return try cropped(to: NormalizedRect(rect, in: size), resizedTo: small).resized(to: frame)
  }
}

/// The ground around a picture that is shown whole.
struct FittedGround {
  /// The edges' colours, continued into the gaps; `nil` if an edge does not have one colour.
  let pixels: [UInt8]?

  /// The most cells of a blurred picture: it keeps details that are larger than a twelfth of a side.
  static let cells = PixelSize(width: 12, height: 12)

  /// The factor for each sRGB sample of a blurred ground, so that the picture stands out.
  static let brightness = 0.6

  /// The greatest root mean square deviation of an edge's samples from their mean at which the edge counts as one
  /// colour.
  static let flatness = 5.0

  static func darkened(_ sample: UInt8) -> UInt8 { UInt8((Double(sample) * brightness).rounded()) }

  /// Examines the two edges of a picture that face the gaps to its frame, which is as large in one direction.
  init(of rgb: [UInt8], _ inner: PixelSize, in frame: PixelSize) {
    let isBeside = inner.width < frame.width
    let length = isBeside ? inner.height : inner.width
    func edge(_ place: Int) -> [Double]? {
      var (sums, squares) = ([0.0, 0, 0], [0.0, 0, 0])
      for along in 0..<length {
        let (x, y) = isBeside ? (place, along) : (along, place)
        for band in 0..<3 {
          let sample = Double(rgb[3 * (y * inner.width + x) + band])
          sums[band] += sample
          squares[band] += sample * sample
        }
      }
      let means = sums.map { $0 / Double(length) }
      let isFlat = zip(squares, means).allSatisfy {
        $0 / Double(length) - $1 * $1 <= Self.flatness * Self.flatness
      }
      return isFlat ? means : nil
    }
    guard let first = edge(0), let last = edge((isBeside ? inner.width : inner.height) - 1) else {
      pixels = nil
      return
    }
    let colours = [first, last].map { $0.map { UInt8($0.rounded()) } }
    let middle = (isBeside ? frame.width : frame.height) / 2
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * frame.area)
    for y in 0..<frame.height {
      for x in 0..<frame.width { pixels += colours[(isBeside ? x : y) < middle ? 0 : 1] }
    }
    self.pixels = pixels
  }
}
