internal import Imaging
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop

/// A photo's pixels, decoded once for everything that is made from them.
struct DecodedPhoto: Sendable {
  /// The photo's pixels, no smaller than the plan asks for, or the copy of them that is enough.
  let raster: Raster
  /// The photo's own JPEG without its metadata, if it can serve as the master.
  let ownJPEG: EncodedPicture?

  /// What a photo is decoded for, besides being analysed.
  enum Purpose: Equatable {
    /// Nothing.
    case analysis
    /// Showing its crops.
    case crops
    /// A master and renders.
    case pictures(ofMasterAlone: Bool)
  }

  /// Decodes a photo; for the same photo and recipe, an analysis always gets the same pixels, whatever the purpose.
  ///
  /// - Parameters:
  ///   - source: The photo.
  ///   - plan: What must be made from its pixels.
  ///   - recipe: What a master is.
  ///   - background: The colour behind transparent pixels.
  ///   - purpose: What it is for.
  /// - Throws: What decoding throws.
  init(
    _ source: PhotoSource, _ plan: DecodePlan, _ recipe: Recipe, background: RGBColour,
    for purpose: Purpose
  ) throws {
    func decoded(atLeast scale: Double, _ purpose: Purpose) throws -> Raster {
      let master = Reduction.exact(plan.masterSize)
      switch purpose {
      case .analysis:
        return try source.decode(as: .forAnalysis, atLeast: scale, background: background)
      case .crops:
        return try source.decode(
          atLeast: scale, background: background, making: [.forAnalysis])
      case .pictures(ofMasterAlone: false):
        return try source.decode(
          atLeast: scale, background: background, making: [.forAnalysis, master])
      case .pictures(ofMasterAlone: true):
        return try source.decode(
          as: master, atLeast: scale, background: background, making: [.forAnalysis])
      }
    }
    let (edge, limit) = (recipe.master.longEdge, recipe.master.byteLimit)
    if recipe.format(of: .master) == .jpg,
      let own = source.ownJPEG(longEdge: edge, byteLimit: limit)
    {
      let raster = try decoded(
        atLeast: plan.renderScale, purpose == .analysis ? .analysis : .crops)
      if raster.isSound {
        (self.raster, ownJPEG) = (raster, own)
        return
      }
    }
    raster = try decoded(atLeast: plan.scale, purpose)
    ownJPEG = nil
  }
}

extension Reduction {
  /// What ``SmartCrop/AnalysisImage`` is made of.
  static let forAnalysis = Reduction.average(longEdge: CropAnalyzer.preferredLongEdge)
}
