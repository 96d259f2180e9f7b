/// A decoded picture: upright, opaque, 8-bit sRGB in three bands, all pixels in memory.
///
/// Immutable: every change makes a new raster, so that rasters pass between threads as they are.
public final class Raster: Sendable {
  /// The pixels as stored; every change of size turns them upright on its way.
  let picture: PlanarPicture
  /// What makes the pixels sRGB; like turning, it happens on the way to other pixels.
  let recolouring: Recolouring?
  let orientation: Orientation
  /// The photo's name, for messages.
  public let name: String
  /// Whether it was decoded from a JPEG's own planes without anything odd on the way.
  ///
  /// Always `false` of pictures that were decoded in another way.
  public let isSound: Bool
  /// The library that decoded it, with its version, such as `libheif 1.15.1`; `nil` of pictures that were made of others,
  /// and where our own code reads the samples.
  public let decoder: String?
  /// Copies that were made while the photo was decoded.
  let copies: [Reduction: Raster]

  /// Takes over a picture that is upright once it is turned.
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

  /// The same pixels, with copies made while decoding.
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
  ///   - name: What messages call the picture.
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

  /// What the upright picture covers, in its pixels.
  var extent: SampleRect { orientation.other(picture.extent) }

  /// Returns red, green and blue of each pixel, row by row from the top left, three bytes a pixel.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public func rgb() throws(PhotoprepError) -> [UInt8] {
    do { return try upright(.whole, kernels: .linear).rgb() } catch {
      throw .resizeFailed(name, from: "\(size)", to: size, detail: error.detail)
    }
  }

  /// Returns the same pixels as words `0xFFRRGGBB`.
  ///
  /// - Throws: `resize-failed` when memory is short.
  package func words() throws(PhotoprepError) -> [UInt32] {
    do { return try upright(.whole, kernels: .linear).words() } catch {
      throw .resizeFailed(name, from: "\(size)", to: size, detail: error.detail)
    }
  }

  /// The whole picture, turned and in sRGB where it is neither yet.
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
