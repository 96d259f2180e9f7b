internal import FocusReading
internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop

/// The material for an assessment besides the analysis: two small copies, and the file's facts.
struct PhotoOutlook: Sendable {
  let image: AnalysisImage
  let detail: DetailPlane
  let hasCamera: Bool

  /// Makes the copies from decoded pixels.
  init(of raster: Raster, hasCamera: Bool) throws {
    image = try AnalysisImage(of: raster)
    let (size, samples) = try raster.luma(longEdge: DetailPlane.preferredLongEdge)
    detail = DetailPlane(size: size, samples: samples)
    self.hasCamera = hasCamera
  }
}

/// The assessment of a photo that is not prepared.
struct AssessedPhoto: Codable, Sendable {
  /// The upright photo's size.
  let size: PixelSize
  let capture: PhotoCapture
  let assessment: PhotoAssessment
}

extension PhotoRendering {
  /// Assesses a photo that may be prepared later, from as few pixels as possible.
  ///
  /// A JPEG is decoded at a quarter of its sides if that is enough, so its terms differ in the second digit from those
  /// of preparing (decision 0800).
  ///
  /// - Parameters:
  ///   - bytes: The photo.
  ///   - name: The photo's name in errors.
  ///   - recipe: The recipe with which it would be prepared.
  ///   - mayEstimate: Whether the thumbnail is enough, if the photo has a suitable one (decision 0809).
  /// - Returns: The assessment.
  /// - Throws: Errors of reading and decoding.
  func assessed(
    _ bytes: [UInt8], named name: String, by recipe: Recipe, mayEstimate: Bool = false
  ) throws -> AssessedPhoto {
    let source = try opened(bytes, named: name)
    let size = source.header.size
    let scale = min(1, Double(DetailPlane.preferredLongEdge) / Double(size.longEdge))
    let thumbnail = mayEstimate ? source.thumbnail() : nil
    let raster =
      try thumbnail
      ?? times.measure("decode") {
        try source.decode(
          atLeast: scale * Self.slack, background: background(of: recipe), making: [.forAnalysis])
      }
    let facts = StatedFacts(source.metadata)
    let analysis = try analysis(
      of: raster, by: AnalysisMethod(recipe), keeping: facts.focus(pointedAt: recipe.focus))
    let outlook = try PhotoOutlook(
      of: raster, hasCamera: facts.capture.camera != nil)
    let choices = analysis.crops(in: size, by: recipe)
    let assessment = assessment(of: outlook, analysis, choices, in: size, recipe)
    return AssessedPhoto(
      size: size, capture: facts.capture(of: bytes),
      assessment: thumbnail == nil ? assessment : assessment.estimate)
  }

  /// The share of the wanted size from which on a decoded copy is used unchanged: photos of 12 megapixels have 4,000
  /// to 4,032 columns, of 48 8,064, and 960 are as good as 1,000; ours.
  private static let slack = 0.96

  /// Assesses a photo as a whole.
  func assessment(
    of outlook: PhotoOutlook, _ analysis: PhotoAnalysis, _ choices: PerFamily<CropChoice>,
    in photo: PixelSize, _ recipe: Recipe
  ) -> PhotoAssessment {
    times.measure("assess") {
      // The families of every device, so that photos are assessed alike for all devices.
      let families = RenderFamily.always
      return PhotoAssessment(
        of: outlook.image, outlook.detail, analysis, families.compactMap { choices[$0] },
        PhotoOutline(
          size: photo, hasCamera: outlook.hasCamera,
          frames: families.compactMap { recipe.frames[$0] }))
    }
  }
}
