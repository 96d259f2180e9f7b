internal import FocusReading
internal import HostPlatform
internal import Imaging
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop

/// Everything that is stored for one photo, without names yet.
struct PhotoPictures: Codable, Sendable {
  var format: String
  var uprightSize: PixelSize
  var master: EncodedPicture
  var renders: PerFamily<EncodedPicture>
  var crops: PerFamily<FamilyCrop>
  /// The risk of each crop, 0…1, to four digits.
  var risk: PerFamily<Double>
  /// The regions that the crops should keep, with their origins.
  var regions: [FocusRegion]
  /// How text is readable on each render; `nil` if there is no text.
  var texts: PerFamily<TextStyle>?
  /// The flags of reading the photo's file.
  var notes: [PhotoFlag] = []
  /// How the photo was taken, its rating and its people, from its metadata.
  var capture = PhotoCapture()
  /// The library that decoded it, with its version; `nil` for our own code, or if unknown.
  var decoder: String?
  var assessment: PhotoAssessment

  var flags: [String] {
    (notes + master.flags).map(\.rawValue)
      + crops.values.flatMap(\.flags)
  }

  /// Master and renders, from small to large.
  var all: [EncodedPicture] { [master] + renders.values }

  /// The part of the analysis that a record stores.
  var analysis: JSONValue {
    PhotoPreparation.analysis(
      risk: risk, regions: regions, texts: texts.map { $0.map { $1.json } },
      more: capture.values.merging(assessment.values) { first, _ in first })
  }
}

extension EncodedPicture {
  var flags: [PhotoFlag] {
    (isOverLimit ? [.overByteLimit] : []) + (lacksGainMap ? [.gainMapLeftOut] : [])
  }
}

extension FamilyCrop {
  /// The whole photo in a frame, with the score of the crop that it replaces.
  fileprivate init(wholeOf photo: PixelSize, in frame: PixelSize, insteadOf choice: CropChoice) {
    let isEnlarged = photo.fitting(inside: frame).width > photo.width
    let flags = choice.flags.filter { $0 == .flat } + (isEnlarged ? [.lowResolution] : [])
    self.init(
      rect: .full, pixelSize: photo, score: choice.score.named,
      flags: (flags + [.fitted]).map(\.rawValue))
  }

  fileprivate func adding(_ more: [PhotoFlag]) -> FamilyCrop {
    FamilyCrop(
      rect: rect, pixelSize: pixelSize, score: score, flags: flags + more.map(\.rawValue))
  }

  /// Whether the whole photo is shown, over a ground made from it.
  var isFitted: Bool { flags.contains(PhotoFlag.fitted.rawValue) }
}

extension PhotoRendering {
  /// Returns a photo's pictures for each of some recipes, at least one, which differ only in their frames.
  ///
  /// Each result equals that of its recipe alone: for devices that need other pixels than the first one the photo is
  /// decoded and analysed again. `regions` are those from its original metadata, if the bytes have lost it.
  func pictures(
    of bytes: [UInt8], by recipes: [Recipe], remembering regions: [FocusRegion] = []
  ) throws -> [PhotoPictures] {
    let source = try opened(bytes)
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
    let master: Future<EncodedPicture>
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
    // The first photo is decoded while the model's weights are unpacked.
    _ = Future(onThread: hasFreeCore) { AnalysisMethod(recipe).model }
    let decoded = try decoded(source, plan, by: recipe, for: purpose)
    var pixels: Raster?
    let master: Future<EncodedPicture>
    let part = try gainMap.part(PictureCut(.full, to: plan.masterSize))
    if let own = decoded.ownJPEG {
      let own = part?.added(to: own, byteLimit: recipe.master.byteLimit) ?? own
      master = Future(onThread: false) { own }
    } else {
      let resized = try times.measure("resize master") {
        try decoded.raster.resized(to: plan.masterSize)
      }
      master = Future(onThread: hasFreeCore) {
        try times.measure("encode master") {
          try resized.encoded(recipe.masterPolicy, with: part)
        }
      }
      pixels = resized
    }
    let (analysis, image) = try analysis(
      of: decoded.raster, by: AnalysisMethod(recipe), keeping: regions)
    return AnalysedPhoto(
      header: source.header, capture: capture, raster: decoded.raster,
      analysis: analysis, image: image, detail: try DetailPlane(of: decoded.raster),
      gainMap: gainMap, master: master, masterRaster: pixels)
  }

  private func pictures(of photo: AnalysedPhoto, by recipe: Recipe) throws -> PhotoPictures {
    let size = photo.header.size
    let choices = photo.analysis.crops(in: size, by: recipe)
    let framed = recipe.frames.beside(choices)
    let tinted = TintedContrast(photo.image, photo.analysis.importance)
    let crops = framed.map { _, each in
      let (frame, choice) = each
      let isWhole =
        recipe.fit.map { $0 == .always || photo.analysis.cutsHeads(choice.rect, in: size) } ?? false
      let crop =
        isWhole
        ? FamilyCrop(wholeOf: size, in: frame, insteadOf: choice) : FamilyCrop(choice, of: size)
      return tinted.ratio(in: crop.rect) < TintedContrast.least
        ? crop.adding([.vanishesTinted]) : crop
    }
    let renders = recipe.frames.beside(crops).map { family, each in
      Future(onThread: hasFreeCore) {
        try render(family, by: recipe, of: photo, PictureCut(each.1, to: each.0))
      }
    }
    let texts = try recipe.text.map { area in
      try framed.map { _, each in
        try TextStyle(
          in: area, of: NormalizedRect(each.1.rect, in: size), each.0,
          from: photo.raster, filteredBy: recipe)
      }
    }
    let assessment = assessment(
      of: photo.image, photo.detail, photo.analysis, choices, in: size,
      hasCamera: photo.capture.camera != nil, recipe)
    let made = try renders.map { try $1.value() }
    return PhotoPictures(
      format: photo.header.format.description.lowercased(), uprightSize: size,
      master: try photo.master.value(), renders: made,
      crops: crops.beside(made).map { $1.0.adding($1.1.flags) },
      // A photo that is shown whole loses nothing.
      risk: crops.beside(choices).map { $1.0.isFitted ? 0 : $1.1.risk.rounded(toPlaces: 4) },
      regions: photo.analysis.regions, texts: texts,
      notes: (photo.gainMap.isUnread ? [.gainMapUnread] : [])
        + photo.header.flags.sorted { $0.rawValue < $1.rawValue },
      capture: photo.capture, decoder: photo.raster.decoder, assessment: assessment)
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

/// How distinct the important parts of a photo are by lightness alone, as a tinted Home Screen shows it (decision
/// 0338).
struct TintedContrast: Sendable {
  /// The contrast ratio below which a photo is flagged.
  static let least = 3.0

  /// The shares of the importance that are darker than the dark end and lighter than the light end; our choice, so
  /// that a highlight or a shadow alone does not count as contrast.
  private static let tail = 0.1

  /// The greys of the small copy, each the sRGB sample of its pixel's luminance.
  private let greys: [UInt8]
  private let size: PixelSize
  private let importance: ImportanceMap

  /// Linear light of each sample.
  private static let light = (0...255).map { SRGBCurve.linear(Double($0) / 255) }

  /// Takes a photo's small copy, and its importance map.
  init(_ image: AnalysisImage, _ importance: ImportanceMap) {
    greys = stride(from: 0, to: image.pixels.count, by: 3).map { place in
      let luminance = Contrast.luminance(
        red: Self.light[Int(image.pixels[place])], green: Self.light[Int(image.pixels[place + 1])],
        blue: Self.light[Int(image.pixels[place + 2])])
      return SRGBCurve.sample(of: luminance)
    }
    (size, self.importance) = (image.size, importance)
  }

  /// The contrast ratio (1…21) of the light and the dark end of what matters in a crop: of the two luminances,
  /// weighted by importance, that a tenth is lighter than and a tenth is darker than.
  func ratio(in crop: NormalizedRect) -> Double {
    var weights = [Double](repeating: 0, count: 256)
    let columns = Self.places(crop.x, crop.maxX, of: size.width)
    for y in Self.places(crop.y, crop.maxY, of: size.height) {
      let row = y * importance.height / size.height * importance.width
      for x in columns {
        let weight = importance.values[row + x * importance.width / size.width]
        weights[Int(greys[y * size.width + x])] += Double(weight)
      }
    }
    let total = weights.reduce(0, +)
    func end(_ share: Double) -> Double {
      var sum = 0.0
      let grey = weights.indices.first { grey in
        sum += weights[grey]
        return sum >= share * total
      }
      return Self.light[grey ?? 255]
    }
    return Contrast.ratio(end(1 - Self.tail), end(Self.tail))
  }

  /// The pixels that a part of a side covers.
  private static func places(_ from: Double, _ to: Double, of count: Int) -> Range<Int> {
    let first = min(count - 1, max(0, Int(from * Double(count))))
    return first..<max(first + 1, min(count, Int((to * Double(count)).rounded(.up))))
  }
}

/// A value that a thread of its own computes while the caller goes on, where a core is free (decision 0011).
final class Future<Value: Sendable>: Sendable {
  private let compute: @Sendable () throws -> Value
  /// Locked while a thread computes, so that the other one waits.
  private let known = Locked<Result<Value, any Error>?>(nil)

  /// Starts a thread if told to.
  init(onThread hasThread: Bool, _ compute: @escaping @Sendable () throws -> Value) {
    self.compute = compute
    // If the system has no more threads, `value` computes.
    if hasThread { _ = ThreadStarter.system.start { [self] in _ = result() } }
  }

  /// Computes the value if that has not begun, else waits for it.
  func value() throws -> Value { try result().get() }

  private func result() -> Result<Value, any Error> {
    known.withLock { known in
      let result = known ?? Result { try compute() }
      known = result
      return result
    }
  }
}
