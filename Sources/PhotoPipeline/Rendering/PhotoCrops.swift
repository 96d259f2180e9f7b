internal import FocusReading
internal import Imaging
internal import PhotoStore
internal import PhotoWriting
internal import SmartCrop

/// The crops of one photo, before anything is reported.
struct PhotoCrops: Codable, Sendable {
  /// The upright photo's size.
  let photo: PixelSize
  /// One for each requested aspect, in their order.
  let crops: [AspectCrop]
  /// The subjects that the crops try to keep.
  let regions: [FocusRegion]
  /// The material for the picture that explains the crops, if requested.
  var material: ExplainMaterial?
  /// The files of the first crop in every size, then of the next; empty if not requested.
  @JoinedBytes var files: [[UInt8]] = []
}

struct AspectCrop: Codable, Sendable {
  /// The crop in whole pixels of the upright photo.
  let rect: PixelRect
  /// The chance that another place would keep more of what matters, 0…1.
  let risk: Double
  let flags: [String]
  /// The terms of the crop's score, and of the score of the centre, by name.
  let score: [String: Double]
  let centreScore: [String: Double]
}

extension PhotoCrops {
  init(photo: PixelSize, choices: [CropChoice], regions: [FocusRegion]) {
    self.init(photo: photo, crops: choices.map(AspectCrop.init), regions: regions)
  }
}

extension AspectCrop {
  init(_ choice: CropChoice) {
    self.init(
      rect: choice.rect, risk: choice.risk, flags: choice.flags.map(\.rawValue),
      score: choice.score.named, centreScore: choice.centreScore.named)
  }
}

/// The requested crops of a photo that is not prepared.
struct CropWish: Codable, Sendable {
  let aspects: [AspectRatio]
  /// The places that a person pointed at in the photo.
  var focus: [FocusArea] = []
  /// Whether the material for explaining the crops is requested too.
  var explains = false
  /// The form of the crops' pictures; `nil` for none.
  var form: CropForm?

  var pictureCount: Int { aspects.count * (form?.longEdges.count ?? 0) }
}

struct CropForm: Codable, Hashable, Sendable {
  let format: PictureFormat
  /// Never empty: 0 for the crop's own pixels.
  let longEdges: [Int]
  /// 1…100 on the format's own scale.
  let quality: Int

  func sizes(of crop: PixelSize) -> [PixelSize] {
    longEdges.map { $0 == 0 ? crop : crop.fitting(longEdge: $0) }
  }

  /// Makes the files of every crop, in whole pixels of the upright photo, in every size; all sizes of the first crop
  /// first.
  ///
  /// The photo is decoded again if the available pixels (`raster`) are too few.
  func files(
    of crops: [PixelRect], _ source: PhotoSource, _ raster: Raster, background: RGBColour
  ) throws -> [[UInt8]] {
    let photo = source.header.size
    let scales = crops.flatMap { crop in
      sizes(of: crop.size).map { Double($0.longEdge) / Double(crop.size.longEdge) }
    }
    let scale = min(1, scales.max() ?? 1)
    let isEnough = Double(raster.size.longEdge) >= (scale * Double(photo.longEdge)).rounded(.down)
    let pixels = isEnough ? raster : try source.decode(atLeast: scale, background: background)
    var files: [[UInt8]] = []
    for crop in crops {
      for size in sizes(of: crop.size) {
        let picture = try pixels.cut(PictureCut(NormalizedRect(crop, in: photo), to: size))
        files.append(try picture.file(format, quality: quality))
      }
    }
    return files
  }
}

extension PhotoRendering {
  /// Returns a photo's crops, those that `prep` would choose for these shapes, and the material that they were chosen
  /// from; `kept` has analyses for the next request.
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
    reading.applied(
      to: Recipe(algorithmVersion: SmartCropVersion.algorithm)
        .with(frames: WidgetScreen.largestPhone.frames))
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

/// Analyses of recent photos, so that another crop of one needs no decoding (decision 0605).
///
/// A photo is identified by the SHA-256 of its bytes and by its focus, so that nothing of a file that has changed is
/// ever used.
final class KeptAnalyses: Sendable {
  struct Photo: Sendable {
    /// The upright photo's size.
    let size: PixelSize
    let analysis: PhotoAnalysis
  }

  struct Key {
    fileprivate let image: ImageKey

    init(_ bytes: [UInt8], _ focus: [FocusArea]) {
      let focus = focus.map(\.json.compactText).joined()
      // The digest alone identifies the version.
      let version = FileVersion(byteCount: bytes.count, modified: 0, fileNumber: 0)
      image = ImageKey(path: "\(ContentDigest(of: bytes))" + focus, version: version)
    }
  }

  private let cache: ImageCache<Photo>

  /// Makes an empty cache for analyses of so many bytes at most together.
  init(byteCount: Int) { cache = ImageCache(limits: CacheLimits(byteCost: byteCount)) }

  subscript(key: Key) -> Photo? { cache.image(for: key.image) }

  func keep(_ photo: Photo, for key: Key) {
    cache.store(photo, for: key.image, byteCost: photo.byteCost)
  }
}

extension KeptAnalyses.Photo {
  /// Its approximate number of bytes: the map, its running sums and the subjects.
  fileprivate var byteCost: Int {
    let map = analysis.importance
    return map.values.count * MemoryLayout<Float>.size
      + (map.width + map.height) * MemoryLayout<Double>.size
      + analysis.regions.count * MemoryLayout<FocusRegion>.size
  }
}

/// The material for the picture that explains a photo's crops: small pictures and maps.
struct ExplainMaterial: Codable, Hashable, Sendable {
  /// The size of the small copy of the photo.
  let size: PixelSize
  /// The small copy and then each crop at ``cropSize(of:)``, as red, green and blue of each pixel.
  @JoinedBytes private(set) var pictures: [[UInt8]]
  /// How much each part of the photo matters.
  let importance: ExplainMap
  /// The maps that it was made from.
  let cues: [ExplainMap]
  /// For each crop the totals of all windows, from the left or top to the right or bottom.
  let totals: [[Double]]

  /// The long edge of the small copy, and the most columns of a crop, in pixels.
  static let panel = 560
  /// The rows of a crop, at most.
  static let rowHeight = 200

  static func cropSize(of crop: PixelSize) -> PixelSize {
    crop.scaled(
      by: min(Double(rowHeight) / Double(crop.height), Double(panel) / Double(crop.width)))
  }
}

/// A grid of values over the upright photo.
struct ExplainMap: Codable, Hashable, Sendable {
  /// What it shows, in kebab case.
  let name: String
  /// The number of columns and rows.
  let size: PixelSize
  /// A value for each cell, row by row from the top left.
  let values: [Float]
}

extension ExplainMaterial {
  /// Makes the small pictures of an upright photo and keeps the maps of its analysis, which must have the cues.
  init(_ raster: Raster, photo: PixelSize, analysis: PhotoAnalysis, choices: [CropChoice]) throws {
    size = raster.size.fitting(longEdge: Self.panel)
    var pictures = [try raster.resized(to: size).rgb()]
    for choice in choices {
      let part = NormalizedRect(choice.rect, in: photo)
      let cut = PictureCut(part, to: Self.cropSize(of: choice.rect.size))
      pictures.append(try raster.cut(cut).rgb())
    }
    self.pictures = pictures
    importance = ExplainMap(analysis.importance)
    cues = analysis.cues.map(ExplainMap.init)
    totals = choices.map { $0.candidates.map(\.total) }
  }
}

extension ExplainMap {
  fileprivate init(_ map: ImportanceMap) {
    self.init(
      name: "importance", size: PixelSize(width: map.width, height: map.height),
      values: map.values)
  }

  fileprivate init(_ cue: CueMap) {
    self.init(
      name: cue.name, size: PixelSize(width: cue.width, height: cue.height), values: cue.values)
  }
}
