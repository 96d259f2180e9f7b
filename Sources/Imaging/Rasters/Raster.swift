public import PhotoGeometry

/// A decoded picture: upright, opaque, 8-bit sRGB in three bands, all pixels in memory.
///
/// Immutable: every change makes a new raster, so that rasters pass between threads as they are.
public final class Raster: Sendable {
  let picture: VipsPicture
  /// The photo's name, for messages.
  public let name: String

  /// Takes a picture in memory that is known to be 8-bit sRGB of three bands.
  init(_ picture: VipsPicture, name: String) {
    self.picture = picture
    self.name = name
  }

  /// Makes a raster from samples.
  ///
  /// - Parameters:
  ///   - size: The size in pixels.
  ///   - rgb: Red, green and blue of each pixel, row by row from the top left; three bytes a pixel.
  ///   - name: What messages call the picture.
  /// - Throws: `library-unavailable` when libvips cannot be started.
  public convenience init(
    size: PixelSize, rgb: [UInt8], name: String = "picture"
  ) throws(ImagingError) {
    precondition(
      rgb.count == 3 * size.area, "\(rgb.count) bytes are not three for each of \(size) pixels.")
    if let detail = Libvips.startFailure { throw .libraryUnavailable(name, detail: detail) }
    do { self.init(try VipsPicture.rgb(rgb, size: size), name: name) } catch {
      throw .resizeFailed(name, from: "samples", to: size, detail: error.detail)
    }
  }

  /// The size in pixels.
  public var size: PixelSize { picture.size }

  /// Returns red, green and blue of each pixel, row by row from the top left, three bytes a pixel.
  ///
  /// - Throws: `resize-failed` when libvips has no pixels to give, which no known input causes.
  public func rgb() throws(ImagingError) -> [UInt8] {
    do { return try picture.samples() } catch {
      throw .resizeFailed(name, from: "\(size)", to: size, detail: error.detail)
    }
  }
}
