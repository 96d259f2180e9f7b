internal import Imaging
internal import PhotoStore
internal import SmartCrop

/// A photo's pixels, decoded once for everything that is made from them.
struct DecodedPhoto: Sendable {
  /// The pixels: of the photo, no smaller than the plan asks for, or of the master where that serves.
  let raster: Raster
  /// The photo's own JPEG without its metadata, where that serves as the master as it is.
  let ownJPEG: EncodedJPEG?

  /// What a photo is decoded for.
  enum Purpose {
    /// Choosing crops, and showing them.
    case crops
    /// A master and renders.
    case pictures(ofMasterAlone: Bool)
  }

  /// Decodes a photo; the same pixels for the same photo and recipe, whoever asks.
  ///
  /// - Parameters:
  ///   - source: The photo.
  ///   - plan: What must be made from its pixels.
  ///   - recipe: What a master is.
  ///   - background: The colour behind transparent pixels.
  ///   - purpose: What it is for; the picture for its analysis is ready in any case.
  /// - Throws: What decoding throws.
  init(
    _ source: PhotoSource, _ plan: DecodePlan, _ recipe: Recipe, background: RGBColour,
    for purpose: Purpose
  ) throws(ImagingError) {
    let (edge, limit) = (recipe.master.longEdge, recipe.master.byteLimit)
    if let own = source.ownJPEG(longEdge: edge, byteLimit: limit) {
      let raster = try source.decode(
        atLeast: plan.renderScale, background: background, making: [.forAnalysis])
      if raster.isSound {
        (self.raster, ownJPEG) = (raster, own)
        return
      }
    }
    ownJPEG = nil
    raster =
      switch purpose {
      case .crops:
        try source.decode(atLeast: plan.scale, background: background, making: [.forAnalysis])
      case .pictures(ofMasterAlone: false):
        try source.decode(
          atLeast: plan.scale, background: background,
          making: [.forAnalysis, .exact(plan.masterSize)])
      case .pictures(ofMasterAlone: true):
        try source.decode(
          to: plan.masterSize, atLeast: plan.scale, background: background,
          making: [.forAnalysis])
      }
  }
}

extension Reduction {
  /// What ``SmartCrop/AnalysisImage`` is made of.
  static let forAnalysis = Reduction.average(longEdge: CropAnalyzer.preferredLongEdge)
}
