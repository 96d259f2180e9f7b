internal import Imaging
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop

/// The one way from a photo's bytes to pictures; nothing here touches a disk.
///
/// Bytes are scanned, decoded once and analysed once; then crops are chosen, cut out and encoded. `prep` asks for
/// ``pictures(of:by:remembering:)``, `crop` and `serve` for ``crops(of:wish:kept:)``, `review` and repair
/// for ``renders(of:named:cutting:atLeast:by:)``.
struct PhotoRendering: Sendable {
  let reading: ReadingSettings
  /// The time of every step is added here, if given.
  var times: StepTimes?

  /// Scans a photo's bytes and reads its header; no pixel is decoded yet.
  func opened(_ bytes: [UInt8], named name: String = "photo") throws -> PhotoSource {
    try times.measure("scan and header") {
      try PhotoSource(bytes: bytes, name: name, limits: reading.limits)
    }
  }

  /// Finds what matters in decoded pixels; also returns the small copy of them that was analysed.
  func analysis(
    of raster: Raster, by method: AnalysisMethod, keeping focus: [FocusRegion],
    withCueMaps keepsCueMaps: Bool = false
  ) throws -> (analysis: PhotoAnalysis, image: AnalysisImage) {
    try times.measure("analyse") {
      let options = CropOptions(keepsCueMaps: keepsCueMaps, model: method.model)
      let image = try AnalysisImage(of: raster)
      return (CropAnalyzer(options: options).analyze(image, focus: focus), image)
    }
  }

  /// The colour behind transparent pixels.
  func background(of recipe: Recipe) -> RGBColour {
    RGBColour(recipe.background) ?? reading.background
  }
}

extension PhotoRendering {
  /// The purpose of decoding a photo, besides the analysis.
  enum Purpose: Equatable {
    /// Nothing.
    case analysis
    /// Showing its crops.
    case crops
    /// A master and renders.
    case pictures(ofMasterAlone: Bool)
  }

  /// Decodes a photo once for all its products; analyses get the same pixels for the same photo and recipe, whatever
  /// the purpose.
  ///
  /// - Returns: The pixels, no smaller than the plan needs, or a sufficient copy of them; and the photo's own JPEG
  ///   without its metadata, if that can serve unchanged as the master.
  func decoded(
    _ source: PhotoSource, _ plan: DecodePlan, by recipe: Recipe, for purpose: Purpose
  ) throws -> (raster: Raster, ownJPEG: EncodedPicture?) {
    let background = background(of: recipe)
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
    return try times.measure("decode") {
      let (edge, limit) = (recipe.master.longEdge, recipe.master.byteLimit)
      if recipe.format(of: .master) == .jpg,
        let own = source.ownJPEG(longEdge: edge, byteLimit: limit)
      {
        let raster = try decoded(
          atLeast: plan.renderScale, purpose == .analysis ? .analysis : .crops)
        if raster.isSound { return (raster, own) }
      }
      return (try decoded(atLeast: plan.scale, purpose), nil)
    }
  }
}

extension Reduction {
  /// The reduction for ``SmartCrop/AnalysisImage``.
  static let forAnalysis = Reduction.average(longEdge: CropAnalyzer.preferredLongEdge)
}

extension AnalysisImage {
  /// Shrinks decoded pixels to the size for an analysis; smaller ones are not changed.
  init(of raster: Raster) throws {
    let small = try raster.shrunk(longEdge: CropAnalyzer.preferredLongEdge)
    self.init(size: small.size, pixels: try small.rgb())
  }
}

extension DetailPlane {
  /// Shrinks the luma of decoded pixels to the size for an assessment.
  init(of raster: Raster) throws {
    let (size, samples) = try raster.luma(longEdge: Self.preferredLongEdge)
    self.init(size: size, samples: samples)
  }
}
