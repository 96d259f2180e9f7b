internal import Imaging
internal import PhotoGeometry
package import PhotoStore

/// A part of a picture in an exact size: turned, straightened, cut out and resized, in this order.
struct PictureCut: Codable, Hashable, Sendable {
  /// In fractions of the turned picture.
  let part: NormalizedRect
  var size: PixelSize
  var straightenDegrees = 0.0
  var quarterTurns = 0
  /// Whether the whole turned picture is shown, over a ground made from it; then the part and the straightening have
  /// no effect.
  var isFitted = false

  init(_ part: NormalizedRect, to size: PixelSize) { (self.part, self.size) = (part, size) }

  /// Shows what an automatic crop does.
  init(_ crop: FamilyCrop, to frame: PixelSize) {
    self.init(crop.rect, to: frame)
    isFitted = crop.isFitted
  }

  init(_ framing: ManualFraming, to size: PixelSize) {
    self.init(framing.cropRect, to: size)
    (straightenDegrees, quarterTurns) = (framing.straightenDegrees, framing.quarterTurns)
    isFitted = framing.isFitted
  }

  /// The scale, 0 and above, at which a picture must be decoded so that the part has the size's pixels.
  func scale(of picture: PixelSize) -> Double {
    let turned = quarterTurns % 2 == 0 ? picture : picture.transposed
    if isFitted {
      return min(
        Double(size.width) / Double(turned.width), Double(size.height) / Double(turned.height))
    }
    return max(
      Double(size.width) / (part.width * Double(turned.width)),
      Double(size.height) / (part.height * Double(turned.height)))
  }
}

/// A part of a master for a family's render.
struct RenderCut: Codable, Hashable, Sendable {
  let family: RenderFamily
  let cut: PictureCut
}

extension Raster {
  /// Cuts a part out of the picture.
  ///
  /// - Throws: `resize-failed` when memory is short.
  func cut(_ cut: PictureCut) throws -> Raster {
    let turned = try turned(quarterTurns: cut.quarterTurns)
    return cut.isFitted
      ? try turned.fitted(into: cut.size)
      : try turned.cropped(
        to: cut.part, straightenedBy: cut.straightenDegrees, resizedTo: cut.size)
  }

  /// Cuts out the pixels of a render for a recipe; every render is made here.
  ///
  /// - Throws: `resize-failed` when memory is short.
  func render(_ cut: PictureCut, by recipe: Recipe) throws -> Raster {
    let part = try self.cut(cut)
    guard let wish = recipe.filter,
      let filter = ColourFilter(named: wish.token.rawValue, intensity: wish.intensity)
    else { return part }
    return try part.filtered(by: filter)
  }
}

extension PhotoRendering {
  /// Cuts renders out of a master, one for each part.
  ///
  /// `scale` is the least at which the master is decoded; `nil` for the one that the parts need.
  ///
  /// - Throws: Errors of decoding, resizing and encoding.
  func renders(
    of master: [UInt8], named name: String, cutting cuts: [RenderCut], atLeast scale: Double? = nil,
    by recipe: Recipe
  ) throws -> [EncodedPicture] {
    let source = try opened(master, named: name)
    let needed = cuts.map { $0.cut.scale(of: source.header.size) }.max() ?? 1
    // A master is opaque, so the background never shows.
    let raster = try source.decode(atLeast: scale ?? min(1, needed), background: .black)
    let gainMap = gainMap(of: source, by: recipe, atMost: needed)
    var pictures: [EncodedPicture] = []
    for one in cuts {
      pictures.append(
        try raster.render(one.cut, by: recipe).encoded(
          recipe.policy(for: one.family), with: gainMap.part(one.cut, by: recipe)))
    }
    return pictures
  }
}

/// Makes renders from masters by the same steps as from photos.
package enum MasterRenders {
  /// Makes a family's render again, for ``PhotoCatalog/StoreRepair``.
  package static func render(
    _ family: RenderFamily, of record: PhotoRecord, from master: [UInt8]
  ) throws -> (bytes: [UInt8], quality: Int?) {
    let photo = record.preparation
    guard let crop = photo.crops[family], let frame = photo.recipe.frames[family] else {
      throw PhotoprepError.lacking("a crop of \(family.name)", path: record.id.fileName)
    }
    let cut = RenderCut(family: family, cut: PictureCut(crop, to: frame))
    let render = try PhotoRendering(reading: ReadingSettings()).renders(
      of: master, named: photo.master.name.description, cutting: [cut], atLeast: 1,
      by: photo.recipe)[0]
    return (render.bytes, render.quality)
  }
}
