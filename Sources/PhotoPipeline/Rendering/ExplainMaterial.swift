internal import Imaging
internal import PhotoGeometry
internal import SmartCrop

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

  /// The size at which a crop is shown.
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
  ///
  /// - Throws: Errors of resizing.
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
