public import Foundation
public import Imaging
internal import PhotoGeometry
public import PhotoStore

/// Decodes a store's images with Imaging, for tools and servers where there is no ImageIO.
///
///     let loader = ImageLoader(decoder: RasterDecoder(), limits: .app)
///     let raster = try loader.imageNow(at: file)
public struct RasterDecoder: ImageDecoder {
  /// Bounds that hold before anything is decoded.
  public let limits: ImagingLimits

  /// Makes a decoder.
  public init(limits: ImagingLimits = .standard) { self.limits = limits }

  /// Returns three bytes for every pixel, which no raster exceeds.
  ///
  /// - Throws: What Imaging says about the file's header; what Foundation says about reading it.
  public func byteCost(of file: URL) throws -> Int { Self.byteCost(try source(file).header.size) }

  /// Decodes the whole image, upright and in sRGB, on black where it is transparent.
  ///
  /// - Throws: As ``byteCost(of:)``, and what Imaging says about the pixels.
  public func decode(_ file: URL) throws -> DecodedImage<Raster> {
    let raster = try source(file).decode(
      atLeast: 1, background: RGBColour(red: 0, green: 0, blue: 0))
    return DecodedImage(raster, byteCost: Self.byteCost(raster.size))
  }

  private func source(_ file: URL) throws -> PhotoSource {
    let bytes = try PlainFile.read(file, limit: limits.maxBytes)
    return try PhotoSource(bytes: [UInt8](bytes), name: file.path, limits: limits)
  }

  private static func byteCost(_ size: PixelSize) -> Int {
    ImageCache<Raster>.byteCost(rowBytes: 3 * size.width, height: size.height)
  }
}
