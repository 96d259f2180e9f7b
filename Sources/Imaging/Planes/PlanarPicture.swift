import CPlanes

/// An 8-bit picture as three planes, as a JPEG stores it or as red, green and blue.
struct PlanarPicture: Sendable {
  /// The meaning of the planes.
  enum Colours {
    /// Red, green and blue of every pixel.
    case rgb
    /// Luma and the two chroma differences (JFIF 1.02); chroma may cover two pixels a sample.
    case ycc
  }

  /// A plane, with the columns and rows of pixels that each of its samples covers: 1 or 2.
  struct Band {
    let plane: SamplePlane
    let subsamplingX, subsamplingY: Int
    /// How many columns and rows of samples belong to the picture; only these are used.
    let own: PixelSize

    init(plane: SamplePlane, subsamplingX: Int = 1, subsamplingY: Int = 1, own: PixelSize? = nil) {
      self.plane = plane
      self.subsamplingX = subsamplingX
      self.subsamplingY = subsamplingY
      self.own = own ?? PixelSize(width: plane.width, height: plane.height)
    }
  }

  /// The size in pixels.
  let size: PixelSize
  /// The extent of the picture: all of its pixels, except in a JPEG that was decoded smaller and whose sides are not
  /// multiples: its last column and row are partial.
  let extent: SampleRect
  let colours: Colours
  /// Three bands; the first has a sample for every pixel.
  let bands: [Band]

  init(size: PixelSize, extent: SampleRect? = nil, colours: Colours, bands: [Band]) {
    self.size = size
    self.extent = extent ?? SampleRect(covering: size)
    self.colours = colours
    self.bands = bands
  }

  /// Whether every pixel lies inside the picture.
  var hasWholePixels: Bool { extent == SampleRect(covering: size) }

  /// Whether the chroma is halved both ways, as in every JPEG of ours.
  var hasHalvedChroma: Bool {
    colours == .ycc && bands.dropFirst().allSatisfy { $0.subsamplingX == 2 && $0.subsamplingY == 2 }
  }
}

extension PlanarPicture {
  /// Planes for red, green and blue of a size.
  static func rgbPlanes(_ size: PixelSize) throws(PixelFailure) -> [SamplePlane] {
    var planes: [SamplePlane] = []
    for _ in 0..<3 { planes.append(try SamplePlane(width: size.width, height: size.height)) }
    return planes
  }

  /// Splits the pixels of one row into planes of red, green and blue.
  static func split(_ pixels: UnsafePointer<UInt8>, into planes: [SamplePlane], row: Int) {
    planes.withSamples { samples in
      let rows = zip(samples, planes).map { $0 + row * $1.stride }
      cplanes_split(pixels, planes[0].width, rows[0], rows[1], rows[2])
    }
  }

  /// Splits red, green and blue of `size.area` pixels, without gaps between rows.
  init(size: PixelSize, pixels: UnsafePointer<UInt8>) throws(PixelFailure) {
    let planes = try Self.rgbPlanes(size)
    for y in 0..<size.height { Self.split(pixels + 3 * y * size.width, into: planes, row: y) }
    self.init(rgb: planes, size: size)
  }

  /// Makes a picture from filled planes of red, green and blue.
  init(rgb planes: [SamplePlane], size: PixelSize) {
    self.init(size: size, colours: .rgb, bands: planes.map { Band(plane: $0) })
  }

  /// Red, green and blue of each pixel, row by row from the top left.
  func rgb() throws(PixelFailure) -> [UInt8] { try joined(3, cplanes_join, cplanes_join_ycc) }

  /// The same pixels as words `0xFFRRGGBB`.
  func words() throws(PixelFailure) -> [UInt32] {
    try joined(1, cplanes_join_words, cplanes_join_ycc_words)
  }

  private typealias Samples = UnsafePointer<UInt8>
  private typealias Join<Number> = (
    Samples?, Samples?, Samples?, Int, UnsafeMutablePointer<Number>?
  ) -> Void

  /// Pixels of so many numbers each, which a function makes from a row of each plane.
  private func joined<Number>(
    _ each: Int, _ rgb: Join<Number>, _ ycc: Join<Number>
  ) throws(PixelFailure) -> [Number] {
    if bands.contains(where: { $0.subsamplingX > 1 || $0.subsamplingY > 1 }) {
      return try resampled(
        SampleRect(covering: size), to: size, chroma: .whole, kernels: .linear
      ).joined(each, rgb, ycc)
    }
    return [Number](unsafeUninitializedCapacity: each * size.area) { buffer, count in
      count = each * size.area
      let join = colours == .rgb ? rgb : ycc
      guard let pixels = buffer.baseAddress else { return }
      let planes = bands.map(\.plane)
      planes.withSamples { samples in
        for y in 0..<size.height {
          let rows = zip(samples, planes).map { $0 + y * $1.stride }
          join(rows[0], rows[1], rows[2], size.width, pixels + each * y * size.width)
        }
      }
    }
  }
}
