internal import FocusReading
internal import Imaging
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
  func cut(_ cut: PictureCut) throws -> Raster {
    let turned = try turned(quarterTurns: cut.quarterTurns)
    return cut.isFitted
      ? try turned.fitted(into: cut.size)
      : try turned.cropped(
        to: cut.part, straightenedBy: cut.straightenDegrees, resizedTo: cut.size)
  }

  /// Cuts out the pixels of a render for a recipe; every render is made here.
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

extension PixelSize {
  /// The largest size of this shape inside of a frame; at least one pixel a side.
  func fitting(inside frame: PixelSize) -> PixelSize {
    let scale = min(
      Double(frame.width) / Double(width), Double(frame.height) / Double(height))
    return PixelSize(
      width: min(frame.width, max(1, Int((Double(width) * scale).rounded()))),
      height: min(frame.height, max(1, Int((Double(height) * scale).rounded()))))
  }
}

extension Raster {
  /// Shows the whole picture in the middle of a frame, over a ground made from it (decision 0337; the formula is in
  /// `docs/how-a-crop-is-chosen.md`).
  func fitted(into frame: PixelSize) throws -> Raster {
    let inner = size.fitting(inside: frame)
    let whole = try resized(to: inner)
    if inner == frame { return whole }
    let rgb = try whole.rgb()
    let ground = FittedGround(of: rgb, inner, in: frame)
    var pixels: [UInt8]
    if let plain = ground.pixels {
      pixels = plain
    } else {
      pixels = try blurred(over: frame).rgb().map(FittedGround.darkened)
    }
    let (left, top) = ((frame.width - inner.width) / 2, (frame.height - inner.height) / 2)
    for row in 0..<inner.height {
      let (to, from) = (3 * ((top + row) * frame.width + left), 3 * row * inner.width)
      pixels.replaceSubrange(to..<to + 3 * inner.width, with: rgb[from..<from + 3 * inner.width])
    }
    return try Raster(size: frame, rgb: pixels, name: name)
  }

  /// The middle of the picture in the shape of a frame, blurred so that only its colours are left.
  private func blurred(over frame: PixelSize) throws -> Raster {
    let window = AspectRatio(frame).largestWindow(in: size)
    let rect = PixelRect(
      x: (size.width - window.width) / 2, y: (size.height - window.height) / 2,
      width: window.width, height: window.height)
    let small = window.fitting(inside: FittedGround.cells)
    return try cropped(to: NormalizedRect(rect, in: size), resizedTo: small).resized(to: frame)
  }
}

/// The ground around a picture that is shown whole.
struct FittedGround {
  /// The edges' colours, continued into the gaps; `nil` if an edge does not have one colour.
  let pixels: [UInt8]?

  /// The most cells of a blurred picture: it keeps details that are larger than a twelfth of a side.
  static let cells = PixelSize(width: 12, height: 12)

  /// The factor for each sRGB sample of a blurred ground, so that the picture stands out.
  static let brightness = 0.6

  /// The greatest root mean square deviation of an edge's samples from their mean at which the edge counts as one
  /// colour.
  static let flatness = 5.0

  static func darkened(_ sample: UInt8) -> UInt8 { UInt8((Double(sample) * brightness).rounded()) }

  /// Examines the two edges of a picture that face the gaps to its frame, which is as large in one direction.
  init(of rgb: [UInt8], _ inner: PixelSize, in frame: PixelSize) {
    let isBeside = inner.width < frame.width
    let length = isBeside ? inner.height : inner.width
    func edge(_ place: Int) -> [Double]? {
      var (sums, squares) = ([0.0, 0, 0], [0.0, 0, 0])
      for along in 0..<length {
        let (x, y) = isBeside ? (place, along) : (along, place)
        for band in 0..<3 {
          let sample = Double(rgb[3 * (y * inner.width + x) + band])
          sums[band] += sample
          squares[band] += sample * sample
        }
      }
      let means = sums.map { $0 / Double(length) }
      let isFlat = zip(squares, means).allSatisfy {
        $0 / Double(length) - $1 * $1 <= Self.flatness * Self.flatness
      }
      return isFlat ? means : nil
    }
    guard let first = edge(0), let last = edge((isBeside ? inner.width : inner.height) - 1) else {
      pixels = nil
      return
    }
    let colours = [first, last].map { $0.map { UInt8($0.rounded()) } }
    let middle = (isBeside ? frame.width : frame.height) / 2
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * frame.area)
    for y in 0..<frame.height {
      for x in 0..<frame.width { pixels += colours[(isBeside ? x : y) < middle ? 0 : 1] }
    }
    self.pixels = pixels
  }
}

/// A photo's gain map and its parts for the pictures: decision 0235.
struct PictureGainMap: Sendable {
  /// The map; `nil` if there is none, or if none is requested.
  fileprivate let map: DecodedGainMap?
  /// Whether there is a map that cannot be read.
  let isUnread: Bool

  /// Encodes the map for a render; `nil` if there is no map, and for renders whose pixels are no longer the photo's
  /// own: filtered ones, and the whole photo over its ground.
  func part(_ cut: PictureCut, by recipe: Recipe) throws -> GainMapPart? {
    recipe.keepsColours && !cut.isFitted ? try part(cut) : nil
  }

  /// Encodes the map of a part of the photo; `nil` if there is no map.
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
