internal import FocusReading
internal import Imaging
internal import PhotoGeometry
internal import PhotoStore
internal import SmartCrop

/// The steps that turn one photo's bytes into its master and renders; nothing here touches a disk.
struct PhotoSteps: Sendable {
  var recipe: Recipe
  let reading: ReadingSettings
  /// Where the time of every step is added, if anywhere.
  var times: StepTimes?

  /// Returns a photo's pictures.
  ///
  /// - Parameters:
  ///   - bytes: The photo.
  ///   - name: What errors call it.
  ///   - regions: What matters in it by what its metadata said, where the bytes have lost that.
  /// - Returns: The encoded master and renders, their crops and flags.
  /// - Throws: What reading, decoding, resizing or encoding throws.
  func pictures(
    from bytes: [UInt8], name: String, besides regions: [FocusRegion] = []
  ) throws(ImagingError) -> PhotoPictures {
    let source = try times.measure("scan and header") { () throws(ImagingError) in
      try PhotoSource(bytes: bytes, name: name, limits: reading.limits)
    }
    let photo = source.header.size
    let plan = DecodePlan(photo: photo, recipe: recipe)
    let decoded = try times.measure("decode") { () throws(ImagingError) in
      try DecodedPhoto(source, plan, recipe, background: background)
    }
    let model = AnalysisMethod(recipe).model
    let options = CropOptions(model: model, detectors: reading.cascades.detectors(beside: model))
    let analysis = try times.measure("analyse") { () throws(ImagingError) in
      CropAnalyzer(options: options).analyze(
        try AnalysisImage(of: decoded.raster),
        focus: source.metadata.focus(besides: recipe.focus, regions))
    }
    let choices = PerFamily { family in
      let frame = recipe.frames[family]
      return analysis.crop(
        to: AspectRatio(frame), in: photo, frame: frame, zoom: recipe.zooms,
        text: recipe.text?.rect)
    }
    let renders = try PerFamily { family throws(ImagingError) in
      try render(family, showing: choices[family], of: photo, from: decoded.raster)
    }
    let master = try master(plan.masterSize, decoded.ownJPEG, from: decoded.raster)
    return PhotoPictures(
      header: source.header, master: master, renders: renders, choices: choices,
      regions: analysis.regions, texts: try texts(on: choices, of: photo, from: decoded.raster))
  }

  /// How text can be read on each crop; `nil` where there is none.
  private func texts(
    on choices: PerFamily<CropChoice>, of photo: PixelSize, from raster: Raster
  ) throws(ImagingError) -> PerFamily<TextStyle>? {
    guard let area = recipe.text else { return nil }
    return try PerFamily { family throws(ImagingError) in
      try TextStyle(
        in: area, of: NormalizedRect(choices[family].rect, in: photo), recipe.frames[family],
        from: raster)
    }
  }

  private var background: RGBColour { RGBColour(recipe.background) ?? reading.background }

  private func render(
    _ family: RenderFamily, showing choice: CropChoice, of photo: PixelSize, from raster: Raster
  ) throws(ImagingError) -> EncodedPicture {
    let frame = recipe.frames[family]
    let part = NormalizedRect(choice.rect, in: photo)
    // A window smaller than its frame is enlarged, and flagged: a widget needs exactly its frame.
    let pixels = try times.measure("resize \(family)") { () throws(ImagingError) in
      try raster.cropped(to: part, resizedTo: frame)
    }
    let jpeg = try times.measure("encode \(family)") { () throws(ImagingError) in
      try pixels.jpeg(recipe.policy(for: family))
    }
    return EncodedPicture(jpeg: jpeg, size: frame)
  }

  private func master(
    _ size: PixelSize, _ own: EncodedJPEG?, from raster: Raster
  ) throws(ImagingError) -> EncodedPicture {
    if let own { return EncodedPicture(jpeg: own, size: size) }
    let pixels = try times.measure("resize master") { () throws(ImagingError) in
      try raster.resized(to: size)
    }
    let jpeg = try times.measure("encode master") { () throws(ImagingError) in
      try pixels.jpeg(recipe.masterPolicy)
    }
    return EncodedPicture(jpeg: jpeg, size: size)
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

extension AnalysisImage {
  /// Shrinks decoded pixels to what an analysis needs; smaller ones are taken as they are.
  init(of raster: Raster) throws(ImagingError) {
    let small = try raster.shrunk(longEdge: CropAnalyzer.preferredLongEdge)
    self.init(size: small.size, pixels: try small.rgb())
  }
}
