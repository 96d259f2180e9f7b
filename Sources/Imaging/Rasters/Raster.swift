/// A decoded picture: upright, opaque, 8-bit sRGB in three bands, all pixels in memory.
///
/// Immutable: every change makes a new raster, so that threads can share rasters.
public final class Raster: Sendable {
  /// The pixels as stored; every change of size also turns them upright.
  let picture: PlanarPicture
  /// The conversion of the pixels to sRGB; like turning, it is done with the next change of size.
  let recolouring: Recolouring?
  let orientation: Orientation
  /// The photo's name, for messages.
  public let name: String
  /// Whether it was decoded from a JPEG's own planes without any warning.
  ///
  /// Always `false` for pictures that were decoded in another way.
  public let isSound: Bool
  /// The library that decoded it, with its version, such as `libheif 1.15.1`; `nil` for pictures made from others, and
  /// if our own code reads the samples.
  public let decoder: String?
  /// Copies made during decoding.
  let copies: [Reduction: Raster]

  /// Takes a picture that is upright after its orientation is applied.
  init(
    _ picture: PlanarPicture, recolouring: Recolouring? = nil,
    orientation: Orientation = Orientation(1), name: String, isSound: Bool = false,
    decoder: String? = nil, copies: [Reduction: Raster] = [:]
  ) {
    self.recolouring = recolouring
    self.isSound = isSound
    self.decoder = decoder
    self.copies = copies
    self.picture = picture
    self.orientation = orientation
    self.name = name
  }

  /// The same pixels, with copies made during decoding.
  func with(copies: [Reduction: Raster], isSound: Bool, decoder: String?) -> Raster {
    Raster(
      picture, recolouring: recolouring, orientation: orientation, name: name, isSound: isSound,
      decoder: decoder, copies: copies)
  }

  /// Makes a raster from samples.
  ///
  /// - Parameters:
  ///   - size: The size in pixels.
  ///   - rgb: Red, green and blue of each pixel, row by row from the top left; three bytes a pixel.
  ///   - name: The picture's name in messages.
  /// - Throws: `resize-failed` when memory is short.
  public convenience init(
    size: PixelSize, rgb: [UInt8], name: String = "picture"
  ) throws(PhotoprepError) {
    precondition(
      rgb.count == 3 * size.area, "\(rgb.count) bytes are not three for each of \(size) pixels.")
    do { self.init(try PlanarPicture(size: size, pixels: rgb), name: name) } catch {
      throw .resizeFailed(name, from: "samples", to: size, detail: error.detail)
    }
  }

  /// The size in pixels.
  public var size: PixelSize { orientation.other(picture.size) }

  /// The extent of the upright picture, in its pixels.
  var extent: SampleRect { orientation.other(picture.extent) }

  /// Returns red, green and blue of each pixel, row by row from the top left, three bytes a pixel.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func rgb() throws(PhotoprepError) -> [UInt8] {
    try making(size) { () throws(PixelFailure) in try upright(.whole, kernels: .linear).rgb() }
  }

  /// Returns the same pixels as words `0xFFRRGGBB`.
  ///
  /// - Throws: `resize-failed` when memory is short.
  package func words() throws(PhotoprepError) -> [UInt32] {
    try making(size) { () throws(PixelFailure) in try upright(.whole, kernels: .linear).words() }
  }

  /// Adds to a failure what could not be made.
  func making<Result>(
    _ wanted: PixelSize, _ body: () throws(PixelFailure) -> Result
  ) throws(PhotoprepError) -> Result {
    do { return try body() } catch {
      throw .resizeFailed(name, from: "\(size)", to: wanted, detail: error.detail)
    }
  }

  /// The whole picture, turned and converted to sRGB if needed.
  func upright(
    _ chroma: PlanarPicture.Chroma, kernels: Kernels
  ) throws(PixelFailure) -> PlanarPicture {
    if orientation.value == 1, recolouring == nil, picture.hasWholePixels { return picture }
    return try upright(extent, to: size, chroma: chroma, kernels: kernels)
  }

  /// A part of the upright picture in a size, in sRGB.
  func upright(
    _ rect: SampleRect, to size: PixelSize, chroma: PlanarPicture.Chroma, kernels: Kernels
  ) throws(PixelFailure) -> PlanarPicture {
    try resampling(rect, to: size, chroma: chroma, kernels: kernels).finished()
  }

  /// Prepares a part of the upright picture in a size, in sRGB.
  func resampling(
    _ rect: SampleRect, to size: PixelSize, chroma: PlanarPicture.Chroma, kernels: Kernels,
    passing: PassingMemory = PassingMemory()
  ) throws(PixelFailure) -> PictureResampling {
    try PictureResampling(
      of: picture, orientation.stored(rect, of: picture.extent), to: orientation.other(size),
      chroma: chroma,
      kernels: kernels, orientation: orientation, recolouring: recolouring, passing: passing)
  }
}
