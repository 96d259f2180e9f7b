internal import Imaging
internal import PhotoCatalog
internal import PhotoGeometry
internal import PhotoStore

/// How an image that comes in with a package is read before it may enter a store.
enum EmbeddedImages {
  /// Decodes an image whole, as a JPEG and nothing else, and returns its upright size.
  static func inspect(_ bytes: [UInt8], _ name: String) throws(StoreError) -> PixelSize {
    let limits = PackageLimits.standard
    do throws(ImagingError) {
      let source = try PhotoSource(
        bytes: bytes, name: name,
        limits: ImagingLimits(maxPixels: limits.decodedByteCount / 3, maxBytes: limits.byteCount))
      return try source.decode(atLeast: 1, background: .black).size
    } catch {
      throw StoreError(
        StoreError.Code(error.code.description), path: name, message: error.message,
        recovery: error.remedy, underlying: error)
    }
  }
}
