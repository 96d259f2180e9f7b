internal import FocusReading
internal import Imaging
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop

extension PhotoRendering {
  /// Returns a photo's pictures for each of some recipes.
  ///
  /// Each result equals that of its recipe alone: for devices that need other pixels than the first one the photo is
  /// decoded and analysed again.
  ///
  /// - Parameters:
  ///   - bytes: The photo.
  ///   - name: The photo's name in errors.
  ///   - recipes: At least one; they differ only in their frames.
  ///   - regions: Regions from its original metadata, if the bytes have lost it.
  /// - Returns: The encoded master and renders, their crops and flags, in the order of the recipes.
  /// - Throws: Errors of reading, decoding, resizing or encoding.
  func pictures(
    of bytes: [UInt8], named name: String, by recipes: [Recipe],
    remembering regions: [FocusRegion] = []
  ) throws -> [PhotoPictures] {
    let source = try opened(bytes, named: name)
    let facts = StatedFacts(source.metadata)
    let capture = facts.capture(of: bytes)
    let plans = recipes.map { DecodePlan(photo: source.header.size, recipe: $0) }
    let purpose = Purpose.pictures(ofMasterAlone: plans.allSatisfy(\.masterServes))
    // Decoded once for all devices.
    let gainMap = gainMap(of: source, by: recipes[0], atMost: plans.map(\.scale).max() ?? 1)
    var analysed: [[Int]: AnalysedPhoto] = [:]
    return try zip(recipes, plans).map { (recipe, plan) throws -> PhotoPictures in
      let pixels = [plan.scale, plan.renderScale].map(source.shrink)
      let photo =
        if let known = analysed[pixels] { known } else {
          try self.analysed(
            source, capture, plan, gainMap, by: recipe, for: purpose,
            keeping: facts.focus(pointedAt: recipe.focus, remembered: regions))
        }
      analysed[pixels] = photo
      return try pictures(of: photo, by: recipe)
    }
  }

  /// The parts that are shared by devices that need the same pixels.
  private struct AnalysedPhoto {
    let header: PhotoHeader
    let capture: PhotoCapture
    let raster: Raster
    let analysis: PhotoAnalysis
    /// The small copy that was analysed, and the larger one of its luma.
    let image: AnalysisImage
    let detail: DetailPlane
    let gainMap: PictureGainMap
    let master: EncodedPicture
    /// The master's pixels before encoding; `nil` if the photo's own bytes are the master.
    let masterRaster: Raster?

    /// The fewest pixels that show all of a part's detail in a frame (decision 0007).
    func raster(showing part: NormalizedRect, in frame: PixelSize) -> Raster {
      guard let masterRaster else { return raster }
      let pixels = min(
        part.width * Double(masterRaster.size.width) / Double(frame.width),
        part.height * Double(masterRaster.size.height) / Double(frame.height))
      return pixels >= DecodePlan.masterPixels ? masterRaster : raster
    }
  }

  private func analysed(
    _ source: PhotoSource, _ capture: PhotoCapture, _ plan: DecodePlan, _ gainMap: PictureGainMap,
    by recipe: Recipe, for purpose: Purpose, keeping regions: [FocusRegion]
  ) throws -> AnalysedPhoto {
    let decoded = try decoded(source, plan, by: recipe, for: purpose)
    let (analysis, image) = try analysis(
      of: decoded.raster, by: AnalysisMethod(recipe), keeping: regions)
    var pixels: Raster?
    let master: EncodedPicture
    let part = try gainMap.part(PictureCut(.full, to: plan.masterSize))
    if let own = decoded.ownJPEG {
      master = part?.added(to: own, byteLimit: recipe.master.byteLimit) ?? own
    } else {
      let resized = try times.measure("resize master") {
        try decoded.raster.resized(to: plan.masterSize)
      }
      master = try times.measure("encode master") {
        try resized.encoded(recipe.masterPolicy, with: part)
      }
      pixels = resized
    }
    return AnalysedPhoto(
      header: source.header, capture: capture, raster: decoded.raster,
      analysis: analysis, image: image, detail: try DetailPlane(of: decoded.raster),
      gainMap: gainMap, master: master, masterRaster: pixels)
  }

  private func pictures(of photo: AnalysedPhoto, by recipe: Recipe) throws -> PhotoPictures {
    let size = photo.header.size
    let choices = photo.analysis.crops(in: size, by: recipe)
    let cuts = recipe.frames.beside(choices)
    let fitted = choices.map { _, choice in
      recipe.fit.map { $0 == .always || photo.analysis.cutsHeads(choice.rect, in: size) } ?? false
    }
    let renders = try cuts.beside(fitted).map { family, cut in
      let (frame, choice) = cut.0
      return try render(
        family, by: recipe, of: photo,
        cut.1
          ? .fitted(into: frame) : PictureCut(NormalizedRect(choice.rect, in: size), to: frame))
    }
    let texts = try recipe.text.map { area in
      try cuts.map { _, cut in
        try TextStyle(
          in: area, of: NormalizedRect(cut.1.rect, in: size), cut.0,
          from: photo.raster, filteredBy: recipe)
      }
    }
    let tinted = TintedContrast(photo.image, photo.analysis.importance)
    let vanishing = choices.beside(fitted).map { _, each in
      let shown = each.1 ? .full : NormalizedRect(each.0.rect, in: size)
      return tinted.ratio(in: shown) < TintedContrast.least
    }
    var made = PhotoPictures(
      header: photo.header, master: photo.master, renders: renders, choices: choices,
      vanishing: vanishing, fitted: fitted, regions: photo.analysis.regions, texts: texts,
      capture: photo.capture,
      decoder: photo.raster.decoder,
      assessment: assessment(
        of: photo.image, photo.detail, photo.analysis, choices, in: size,
        hasCamera: photo.capture.camera != nil, recipe))
    if photo.gainMap.isUnread { made.notes = [.gainMapUnread] + made.notes }
    return made
  }

  private func render(
    _ family: RenderFamily, by recipe: Recipe, of photo: AnalysedPhoto, _ cut: PictureCut
  ) throws -> EncodedPicture {
    let frame = cut.size
    let shown = cut.isFitted ? photo.header.size.fitting(inside: frame) : frame
    // A window smaller than its frame is enlarged, and flagged, as a widget needs exactly its frame.
    let pixels = try times.measure("resize \(family)") {
      try photo.raster(showing: cut.part, in: shown).render(cut, by: recipe)
    }
    return try times.measure("encode \(family)") {
      try pixels.encoded(
        recipe.policy(for: family), with: photo.gainMap.part(cut, by: recipe))
    }
  }
}

extension PhotoAnalysis {
  /// Whether a head that matters is not completely inside a crop.
  fileprivate func cutsHeads(_ crop: PixelRect, in photo: PixelSize) -> Bool {
    let shown = NormalizedRect(crop, in: photo)
    // Half a thousandth is a pixel of most renders; heads at the photo's edge extend beyond it.
    let slack = 0.0005
    return regions.contains { region in
      guard region.isMain, region.kind != .region else { return false }
      let head = region.head ?? region.rect
      return max(0, head.x) < shown.x - slack || max(0, head.y) < shown.y - slack
        || min(1, head.maxX) > shown.maxX + slack || min(1, head.maxY) > shown.maxY + slack
    }
  }
}
