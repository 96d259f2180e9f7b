internal import FocusReading
internal import Imaging
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop

extension PhotoRendering {
  /// Returns a photo's crops: those that `prep` would choose for these shapes.
  ///
  /// - Parameters:
  ///   - bytes: The photo.
  ///   - wish: The requested crops and files.
  ///   - kept: A cache of analyses for the next request; `nil` for none.
  /// - Returns: A crop for each aspect, and the material that they were chosen from.
  /// - Throws: Errors of reading, decoding or resizing.
  func crops(
    of bytes: [UInt8], wish: CropWish, kept: KeptAnalyses? = nil
  ) throws -> PhotoCrops {
    let key = kept.map { _ in KeptAnalyses.Key(bytes, wish.focus) }
    // The material for explaining crops is not cached.
    let known = wish.explains ? nil : key.flatMap { kept?[$0] }
    if let known, wish.form == nil {
      return PhotoCrops(
        photo: known.size, choices: choices(wish, known.analysis, in: known.size),
        regions: known.analysis.regions)
    }
    let source = try opened(bytes)
    let photo = source.header.size
    let raster = try decoded(
      source, DecodePlan(photo: photo, recipe: recipe), by: recipe,
      for: wish.explains || wish.form != nil ? .crops : .analysis
    ).raster
    let analysis =
      if let known { known.analysis } else {
        try analysis(
          of: raster, by: reading.analysis,
          keeping: StatedFacts(source.metadata).focus(pointedAt: wish.focus),
          withCueMaps: wish.explains
        ).analysis
      }
    if let key, !wish.explains {
      kept?.keep(KeptAnalyses.Photo(size: photo, analysis: analysis), for: key)
    }
    let choices = choices(wish, analysis, in: photo)
    var crops = PhotoCrops(photo: photo, choices: choices, regions: analysis.regions)
    if wish.explains {
      crops.material = try ExplainMaterial(
        raster, photo: photo, analysis: analysis, choices: choices)
    }
    crops.files =
      try wish.form?.files(
        of: choices.map(\.rect), source, raster, background: background(of: recipe)) ?? []
    return crops
  }

  /// The recipe of `prep`, so that both decode the same pixels and choose the same crops.
  private var recipe: Recipe {
    Recipe(
      algorithmVersion: SmartCropVersion.algorithm, background: reading.background.description,
      zooms: reading.zooms, text: reading.text
    ).with(frames: WidgetScreen.largestPhone.frames)
  }

  private func choices(
    _ wish: CropWish, _ analysis: PhotoAnalysis, in photo: PixelSize
  ) -> [CropChoice] {
    let recipe = recipe
    return wish.aspects.map { aspect in
      analysis.crop(to: aspect, in: photo, for: recipe.frame(of: aspect), by: recipe)
    }
  }
}

extension Recipe {
  /// The frame of the family that has a shape, so that it is analysed as in `prep`.
  fileprivate func frame(of aspect: AspectRatio) -> PixelSize? {
    frames.values.first {
      $0.width * aspect.height == $0.height * aspect.width
    }
  }
}
