internal import Imaging
internal import PhotoStore

/// A photo's pixels, decoded once for everything that is made from them.
struct DecodedPhoto: Sendable {
  /// The pixels, no smaller than the plan asks for.
  let raster: Raster
  /// The photo's own JPEG without its metadata, where that serves as the master as it is.
  let ownJPEG: EncodedJPEG?

  /// Decodes a photo; the same pixels for the same photo and recipe, whoever asks.
  ///
  /// - Parameters:
  ///   - source: The photo.
  ///   - plan: What must be made from its pixels.
  ///   - recipe: What a master is.
  ///   - background: The colour behind transparent pixels.
  /// - Throws: What decoding throws.
  init(
    _ source: PhotoSource, _ plan: DecodePlan, _ recipe: Recipe, background: RGBColour
  ) throws(ImagingError) {
    let (edge, limit) = (recipe.master.longEdge, recipe.master.byteLimit)
    if let own = source.ownJPEG(longEdge: edge, byteLimit: limit) {
      let raster = try source.decode(atLeast: plan.renderScale, background: background)
      if raster.isSound {
        (self.raster, ownJPEG) = (raster, own)
        return
      }
    }
    raster = try source.decode(atLeast: plan.scale, background: background)
    ownJPEG = nil
  }
}
