internal import FocusReading
internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

/// The steps that turn one photo's bytes into its crops; nothing here touches a disk.
struct CropPipeline: Sendable {
  let aspects: [AspectRatio]
  /// What a person pointed at in the photo.
  let focus: [FocusArea]
  let reading: ReadingSettings
  /// Whether what explains the crops is kept.
  let explains: Bool
  /// The form of the crops' pictures; `nil` for none.
  var form: CropForm?

  /// Returns a photo's crops.
  ///
  /// - Parameters:
  ///   - bytes: The photo.
  ///   - name: What errors call it.
  /// - Returns: A crop for each aspect, and what they were chosen from.
  /// - Throws: What reading, decoding or resizing throws.
  func crops(from bytes: [UInt8], name: String) throws(ImagingError) -> PhotoCrops {
    let source = try PhotoSource(bytes: bytes, name: name, limits: reading.limits)
    let photo = source.header.size
    // The same pixels as for `prep`, so that both choose the same crops.
    let recipe = Recipe(
      algorithmVersion: SmartCropVersion.algorithm, zooms: reading.zooms, text: reading.text)
    let plan = DecodePlan(photo: photo, recipe: recipe)
    let raster = try DecodedPhoto(source, plan, recipe, background: reading.background).raster
    let analysis = try analysis(of: raster, source.metadata)
    let choices = aspects.map { aspect in
      analysis.crop(
        to: aspect, in: photo, frame: recipe.frame(of: aspect), zoom: recipe.zooms,
        text: recipe.text?.rect)
    }
    return PhotoCrops(
      photo: photo, crops: choices.map(AspectCrop.init), regions: analysis.regions,
      material: explains
        ? try ExplainMaterial(raster, photo: photo, analysis: analysis, choices: choices) : nil,
      files: try form?.files(
        of: choices.map(\.rect), source, raster, background: reading.background) ?? [])
  }

  private func analysis(
    of raster: Raster, _ metadata: PhotoMetadata
  ) throws(ImagingError) -> PhotoAnalysis {
    let model = reading.analysis.model
    let options = CropOptions(
      keepsCueMaps: explains, model: model, detectors: reading.cascades.detectors(beside: model))
    return CropAnalyzer(options: options).analyze(
      try AnalysisImage(of: raster), focus: metadata.focus(besides: focus))
  }
}

extension Recipe {
  /// The frame of the family that has a shape, so that it is judged as `prep` judges it.
  fileprivate func frame(of aspect: AspectRatio) -> PixelSize? {
    RenderFamily.allCases.map { frames[$0] }.first {
      $0.width * aspect.height == $0.height * aspect.width
    }
  }
}
