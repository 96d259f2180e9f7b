import CPlanes
import Foundation

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
      (self.plane, self.subsamplingX, self.subsamplingY) = (plane, subsamplingX, subsamplingY)
      self.own = own ?? PixelSize(width: plane.width, height: plane.height)
    }
  }

  let size: PixelSize
  /// The extent of the picture: all of its pixels, except in a JPEG that was decoded smaller and whose sides are not
  /// multiples: its last column and row are partial.
  let extent: SampleRect
  let colours: Colours
  /// Three bands; the first has a sample for every pixel.
  let bands: [Band]

  init(size: PixelSize, extent: SampleRect? = nil, colours: Colours, bands: [Band]) {
    (self.size, self.colours, self.bands) = (size, colours, bands)
    self.extent = extent ?? SampleRect(covering: size)
  }

  var hasWholePixels: Bool { extent == SampleRect(covering: size) }

  /// Whether the chroma is halved both ways, as in every JPEG of ours.
  var hasHalvedChroma: Bool {
    colours == .ycc && bands.dropFirst().allSatisfy { $0.subsamplingX == 2 && $0.subsamplingY == 2 }
  }

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

/// One band of a picture in memory: 8 bits a sample, row by row from the top.
///
/// Rows are padded to whole registers and blocks, so that the loops in C need no special last column.
final class SamplePlane {
  let width: Int
  let height: Int
  /// The bytes from one row to the next.
  let stride: Int
  /// The number of rows in memory: row `y` is at index `y` modulo this.
  let keptRows: Int
  fileprivate let samples: UnsafeMutablePointer<UInt8>

  /// The bytes that the encoder reads beyond a row's end: a block of 8 samples of halved chroma.
  private static let rowMultiple = 16

  /// The rows that are decoded at once from a JPEG, and earlier ones that still have to be read.
  private static let passingRows = 32

  /// Makes a plane of undefined samples, for a decoder that writes `rowBytes` in each of `rows` rows, if these exceed
  /// its width and height.
  ///
  /// With `isPassing` only the last rows are kept, only for ``PlaneResampling``: some, and `rowsAtOnce` if more are
  /// decoded at once than from a JPEG.
  init(
    width: Int, height: Int, rowBytes: Int = 0, rows: Int = 0, isPassing: Bool = false,
    rowsAtOnce: Int = 0
  ) throws(PixelFailure) {
    keptRows = isPassing ? Self.passingRows + rowsAtOnce : max(height, rows)
    self.width = width
    self.height = height
    stride = (max(width, rowBytes) + Self.rowMultiple - 1) / Self.rowMultiple * Self.rowMultiple
    // One row more than needed: loops in C read whole registers, up to 15 bytes beyond a row.
    let byteCount = stride.multipliedReportingOverflow(by: keptRows + 1)
    guard !byteCount.overflow, let memory = malloc(byteCount.partialValue) else {
      throw PixelFailure(noMemoryFor: byteCount.partialValue)
    }
    samples = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit { free(samples) }

  /// Passes the samples to a C function.
  ///
  /// This call and the one for several planes are the only access, because nothing else keeps a plane
  /// alive while C works on its memory; a pointer alone does not.
  func withSamples<Result, Failure: Error>(
    _ body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(self) { () throws(Failure) in try body(samples) }
  }

  /// Repeats the last sample of every row in its padding, as encoders do beyond a picture's edge.
  ///
  /// Needed if a decoder writes only the width and the samples may be encoded unchanged.
  func extendRows() {
    withSamples { cplanes_extend($0, stride, Int32(width), Int32(min(height, keptRows))) }
  }
}

extension [SamplePlane] {
  /// Passes the samples of all planes to a C function, in the planes' order.
  func withSamples<Result, Failure: Error>(
    _ body: ([UnsafeMutablePointer<UInt8>]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(self) { () throws(Failure) in try body(map(\.samples)) }
  }
}

/// It is filled before it is shared, and only read from then on.
extension SamplePlane: @unchecked Sendable {}
