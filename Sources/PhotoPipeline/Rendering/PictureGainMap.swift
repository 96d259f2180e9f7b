internal import FocusReading
internal import Imaging
internal import PhotoStore

/// A photo's gain map and its parts for the pictures: decision 0235.
struct PictureGainMap: Sendable {
  /// The map; `nil` if there is none, or if none is requested.
  fileprivate let map: DecodedGainMap?
  /// Whether there is a map that cannot be read.
  let isUnread: Bool

  /// Encodes the map for a render; `nil` if there is no map, and for renders whose pixels are no longer the photo's
  /// own: filtered ones, and the whole photo over its ground.
  ///
  /// - Throws: `resize-failed` and `encode-failed` when memory is short.
  func part(_ cut: PictureCut, by recipe: Recipe) throws -> GainMapPart? {
    recipe.keepsColours && !cut.isFitted ? try part(cut) : nil
  }

  /// Encodes the map of a part of the photo; `nil` if there is no map.
  ///
  /// - Throws: `resize-failed` and `encode-failed` when memory is short.
  func part(_ cut: PictureCut) throws -> GainMapPart? {
    guard let map else { return nil }
    // A part has at most as many samples as the photo's own map has there.
    let share = min(GainMapPart.share, 1 / cut.scale(of: map.raster.size))
    var own = cut
    own.size = PixelSize(
      width: max(1, Int((Double(cut.size.width) * share).rounded())),
      height: max(1, Int((Double(cut.size.height) * share).rounded())))
    return try map.encoded(try map.raster.cut(own))
  }
}

extension PhotoRendering {
  /// Reads and decodes a photo's gain map for pictures up to a scale, if the recipe asks for it; a map that cannot be
  /// decoded is not an error.
  func gainMap(of source: PhotoSource, by recipe: Recipe, atMost scale: Double) -> PictureGainMap {
    guard recipe.gainMaps else { return PictureGainMap(map: nil, isUnread: false) }
    return times.measure("decode gain map") {
      switch source.gainMap {
      case .none: return PictureGainMap(map: nil, isUnread: false)
      case .unread: return PictureGainMap(map: nil, isUnread: true)
      case .map(let found):
        let map = try? found.decoded(forPhotoAt: scale)
        return PictureGainMap(map: map, isUnread: map == nil)
      }
    }
  }
}
