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
  /// Where analyses are kept for the next request; `nil` for nowhere.
  var kept: KeptAnalyses?

  /// Returns a photo's crops.
  ///
  /// - Parameters:
  ///   - bytes: The photo.
  ///   - name: What errors call it.
  /// - Returns: A crop for each aspect, and what they were chosen from.
  /// - Throws: What reading, decoding or resizing throws.
  func crops(from bytes: [UInt8], name: String) throws(PhotoprepError) -> PhotoCrops {
    let key = kept.map { _ in KeptAnalyses.Key(bytes, focus) }
    // What explains the crops is not kept.
    let known = explains ? nil : key.flatMap { kept?[$0] }
    if let known, form == nil {
      let choices = choices(known.analysis, in: known.size)
      return PhotoCrops(
        photo: known.size, crops: choices.map(AspectCrop.init), regions: known.analysis.regions,
        material: nil)
    }
    let source = try PhotoSource(bytes: bytes, name: name, limits: reading.limits)
    let photo = source.header.size
    let plan = DecodePlan(photo: photo, recipe: recipe)
    let raster = try DecodedPhoto(
      source, plan, recipe, background: reading.background,
      for: explains || form != nil ? .crops : .analysis
    ).raster
    let analysis =
      if let known { known.analysis } else { try self.analysis(of: raster, source.metadata) }
    if let key, !explains {
      kept?.keep(KeptAnalyses.Photo(size: photo, analysis: analysis), for: key)
    }
    let choices = choices(analysis, in: photo)
    return PhotoCrops(
      photo: photo, crops: choices.map(AspectCrop.init), regions: analysis.regions,
      material: explains
        ? try ExplainMaterial(raster, photo: photo, analysis: analysis, choices: choices) : nil,
      files: try form?.files(
        of: choices.map(\.rect), source, raster, background: reading.background) ?? [])
  }

  /// The same pixels as for `prep`, so that both choose the same crops.
  private var recipe: Recipe {
    Recipe(algorithmVersion: SmartCropVersion.algorithm, zooms: reading.zooms, text: reading.text)
  }

  private func choices(_ analysis: PhotoAnalysis, in photo: PixelSize) -> [CropChoice] {
    let recipe = recipe
    return aspects.map { aspect in
      analysis.crop(
        to: aspect, in: photo, frame: recipe.frame(of: aspect), zoom: recipe.zooms,
        text: recipe.text?.rect)
    }
  }

  private func analysis(
    of raster: Raster, _ metadata: PhotoMetadata
  ) throws(PhotoprepError) -> PhotoAnalysis {
    let options = CropOptions(keepsCueMaps: explains, model: reading.analysis.model)
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
