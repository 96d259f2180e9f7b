internal import FocusReading
internal import Imaging
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop

/// The one way from a photo's bytes to pictures; nothing here touches a disk.
///
/// Bytes are scanned, decoded once and analysed once; then crops are chosen, cut out and encoded. `prep` asks for
/// ``pictures(of:named:by:remembering:)``, `crop` and `serve` for ``crops(of:named:wish:kept:)``, `review` and repair
/// for ``renders(of:named:cutting:atLeast:by:)``.
struct PhotoRendering: Sendable {
  let reading: ReadingSettings
  /// Where the time of every step is added, if anywhere.
  var times: StepTimes?

  /// Scans a photo's bytes and reads its header; no pixel is decoded yet.
  func opened(_ bytes: [UInt8], named name: String) throws -> PhotoSource {
    try times.measure("scan and header") {
      try PhotoSource(bytes: bytes, name: name, limits: reading.limits)
    }
  }

  /// Decodes a photo as a plan says.
  func decoded(
    _ source: PhotoSource, _ plan: DecodePlan, by recipe: Recipe, for purpose: DecodedPhoto.Purpose
  ) throws -> DecodedPhoto {
    try times.measure("decode") {
      try DecodedPhoto(source, plan, recipe, background: background(of: recipe), for: purpose)
    }
  }

  /// Finds out what matters in a photo.
  func analysis(
    of raster: Raster, by method: AnalysisMethod, keeping focus: [FocusRegion],
    withCueMaps keepsCueMaps: Bool = false
  ) throws -> PhotoAnalysis {
    try times.measure("analyse") {
      let options = CropOptions(keepsCueMaps: keepsCueMaps, model: method.model)
      return CropAnalyzer(options: options).analyze(
        try AnalysisImage(of: raster), focus: focus)
    }
  }

  /// The colour behind transparent pixels.
  func background(of recipe: Recipe) -> RGBColour {
    RGBColour(recipe.background) ?? reading.background
  }
}

extension AnalysisImage {
  /// Shrinks decoded pixels to what an analysis needs; smaller ones are taken as they are.
  init(of raster: Raster) throws {
    let small = try raster.shrunk(longEdge: CropAnalyzer.preferredLongEdge)
    self.init(size: small.size, pixels: try small.rgb())
  }
}
