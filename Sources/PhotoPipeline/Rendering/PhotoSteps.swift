internal import FocusReading
internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

/// The steps that turn one photo's bytes into its master and renders; nothing here touches a disk.
struct PhotoSteps: Sendable {
  var recipe: Recipe
  /// The frames of further devices, whose renders come from the same pixels and analysis.
  var otherFrames: [WidgetFrames] = []
  let reading: ReadingSettings
  /// Where the time of every step is added, if anywhere.
  var times: StepTimes?

  /// One recipe for each device.
  var recipes: [Recipe] {
    [recipe]
      + otherFrames.map { frames in
        var other = recipe
        other.frames = frames
        return other
      }
  }

  /// Returns a photo's pictures for each of the ``recipes``.
  ///
  /// They are those that each recipe alone would give: devices that need other pixels than the first
  /// are decoded and analysed for themselves.
  ///
  /// - Parameters:
  ///   - bytes: The photo.
  ///   - name: What errors call it.
  ///   - regions: What matters in it by what its metadata said, where the bytes have lost that.
  /// - Returns: The encoded master and renders, their crops and flags, in the order of the recipes.
  /// - Throws: What reading, decoding, resizing or encoding throws.
  func pictures(
    from bytes: [UInt8], name: String, besides regions: [FocusRegion] = []
  ) throws(PhotoprepError) -> [PhotoPictures] {
    let source = try times.measure("scan and header") { () throws(PhotoprepError) in
      try PhotoSource(bytes: bytes, name: name, limits: reading.limits)
    }
    let plans = recipes.map { DecodePlan(photo: source.header.size, recipe: $0) }
    let purpose = DecodedPhoto.Purpose.pictures(ofMasterAlone: plans.allSatisfy(\.masterServes))
    var looks: [[Int]: Look] = [:]
    return try zip(recipes, plans).map { (recipe, plan) throws(PhotoprepError) -> PhotoPictures in
      let pixels = [plan.scale, plan.renderScale].map(source.shrink)
      if let look = looks[pixels] { return try pictures(of: source.header, by: recipe, from: look) }
      let look = try look(at: source, plan, for: purpose, besides: regions)
      looks[pixels] = look
      return try pictures(of: source.header, by: recipe, from: look)
    }
  }

  /// What all devices share: the pixels, what matters in them, and the master.
  private struct Look {
    let raster: Raster
    let analysis: PhotoAnalysis
    let master: Master
    let taken: CameraTime?

    /// The fewest pixels that show all of a part's detail in a frame (decision 0007).
    func raster(showing part: NormalizedRect, in frame: PixelSize) -> Raster {
      guard let raster = master.raster else { return self.raster }
      let pixels = min(
        part.width * Double(raster.size.width) / Double(frame.width),
        part.height * Double(raster.size.height) / Double(frame.height))
      return pixels >= DecodePlan.masterPixels ? raster : self.raster
    }
  }

  private struct Master {
    let picture: EncodedPicture
    /// Its pixels before they were encoded; `nil` where the photo's own bytes are the master.
    let raster: Raster?
  }

  private func look(
    at source: PhotoSource, _ plan: DecodePlan, for purpose: DecodedPhoto.Purpose,
    besides regions: [FocusRegion]
  ) throws(PhotoprepError) -> Look {
    let decoded = try times.measure("decode") { () throws(PhotoprepError) in
      try DecodedPhoto(source, plan, recipe, background: background, for: purpose)
    }
    let options = CropOptions(model: AnalysisMethod(recipe).model)
    let analysis = try times.measure("analyse") { () throws(PhotoprepError) in
      CropAnalyzer(options: options).analyze(
        try AnalysisImage(of: decoded.raster),
        focus: source.metadata.focus(besides: recipe.focus, regions))
    }
    let master = try master(plan.masterSize, decoded.ownJPEG, from: decoded.raster)
    return Look(
      raster: decoded.raster, analysis: analysis, master: master, taken: source.metadata.taken)
  }

  private func pictures(
    of header: PhotoHeader, by recipe: Recipe, from look: Look
  ) throws(PhotoprepError) -> PhotoPictures {
    let choices = PerFamily { family in
      let frame = recipe.frames[family]
      return look.analysis.crop(
        to: AspectRatio(frame), in: header.size, frame: frame, zoom: recipe.zooms,
        text: recipe.text?.rect)
    }
    let renders = try PerFamily { family throws(PhotoprepError) in
      try render(family, by: recipe, showing: choices[family], of: header.size, from: look)
    }
    let texts = try texts(by: recipe, on: choices, of: header.size, from: look.raster)
    var pictures = PhotoPictures(
      header: header, master: look.master.picture, renders: renders, choices: choices,
      regions: look.analysis.regions, texts: texts)
    pictures.taken = look.taken
    return pictures
  }

  /// How text can be read on each crop; `nil` where there is none.
  private func texts(
    by recipe: Recipe, on choices: PerFamily<CropChoice>, of photo: PixelSize, from raster: Raster
  ) throws(PhotoprepError) -> PerFamily<TextStyle>? {
    guard let area = recipe.text else { return nil }
    return try PerFamily { family throws(PhotoprepError) in
      try TextStyle(
        in: area, of: NormalizedRect(choices[family].rect, in: photo), recipe.frames[family],
        from: raster, filteredBy: recipe)
    }
  }

  private var background: RGBColour { RGBColour(recipe.background) ?? reading.background }

  private func render(
    _ family: RenderFamily, by recipe: Recipe, showing choice: CropChoice, of photo: PixelSize,
    from look: Look
  ) throws(PhotoprepError) -> EncodedPicture {
    let frame = recipe.frames[family]
    let part = NormalizedRect(choice.rect, in: photo)
    // A window smaller than its frame is enlarged, and flagged: a widget needs exactly its frame.
    let pixels = try times.measure("resize \(family)") { () throws(PhotoprepError) in
      try look.raster(showing: part, in: frame)
        .cropped(to: part, resizedTo: frame).filtered(by: recipe)
    }
    let jpeg = try times.measure("encode \(family)") { () throws(PhotoprepError) in
      try pixels.jpeg(recipe.policy(for: family))
    }
    return EncodedPicture(jpeg: jpeg, size: frame)
  }

  private func master(
    _ size: PixelSize, _ own: EncodedJPEG?, from raster: Raster
  ) throws(PhotoprepError) -> Master {
    if let own { return Master(picture: EncodedPicture(jpeg: own, size: size), raster: nil) }
    let pixels = try times.measure("resize master") { () throws(PhotoprepError) in
      try raster.resized(to: size)
    }
    let jpeg = try times.measure("encode master") { () throws(PhotoprepError) in
      try pixels.jpeg(recipe.masterPolicy)
    }
    return Master(picture: EncodedPicture(jpeg: jpeg, size: size), raster: pixels)
  }
}

extension Recipe {
  var masterPolicy: JPEGPolicy {
    policy(quality: master.quality, byteLimit: master.byteLimit)
  }

  func policy(for family: RenderFamily) -> JPEGPolicy {
    policy(quality: renders[family].quality, byteLimit: renders[family].byteLimit)
  }

  private func policy(quality: Int, byteLimit: Int) -> JPEGPolicy {
    JPEGPolicy(quality: quality, byteLimit: byteLimit, step: qualityStep, floor: qualityFloor)
  }
}

extension Raster {
  /// A render with the recipe's filter over it, or itself without one.
  func filtered(by recipe: Recipe) throws(PhotoprepError) -> Raster {
    guard let wish = recipe.filter,
      let filter = ColourFilter(named: wish.token.rawValue, intensity: wish.intensity)
    else { return self }
    return try filtered(by: filter)
  }
}

extension AnalysisImage {
  /// Shrinks decoded pixels to what an analysis needs; smaller ones are taken as they are.
  init(of raster: Raster) throws(PhotoprepError) {
    let small = try raster.shrunk(longEdge: CropAnalyzer.preferredLongEdge)
    self.init(size: small.size, pixels: try small.rgb())
  }
}
