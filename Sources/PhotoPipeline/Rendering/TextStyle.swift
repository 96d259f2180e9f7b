internal import Imaging
internal import PhotoStore

/// How text is readable on a part of a picture: its colour, and the scrim between it and the picture.
///
/// Source: WCAG 2.2, relative luminance and success criterion 1.4.3.
struct TextStyle: Codable, Hashable, Sendable {
  /// Whether the text is white and the scrim black; the other way round otherwise.
  let isWhite: Bool
  /// The opacity of the scrim, 0…1, in twentieths; 0 if none is needed.
  let scrim: Double
  /// The contrast ratio of text and ground with the scrim, 1…21, to two digits.
  let contrast: Double
  /// The contrast ratio without the scrim.
  let bareContrast: Double

  /// The contrast that text of any size needs: WCAG 2.2, 1.4.3, level AA.
  static let leastContrast = 4.5
  /// The share of the ground that may have less: a spot between letters does not make text unreadable (ours).
  private static let spots = 0.01
  private static let steps = 20

  /// Chooses the colour that needs the weaker scrim on a ground of three bytes a pixel; if equal, the one with more
  /// contrast, then white.
  init(on ground: [UInt8]) {
    let white = TextStyle(isWhite: true, on: ground)
    let black = TextStyle(isWhite: false, on: ground)
    let isBlackBetter = (black.scrim, -black.contrast) < (white.scrim, -white.contrast)
    self = isBlackBetter ? black : white
  }

  private init(isWhite: Bool, on ground: [UInt8]) {
    let found = (0...Self.steps).lazy.map { step in
      let scrim = Double(step) / Double(Self.steps)
      return (scrim, Self.contrast(isWhite, on: ground, under: scrim))
    }
    let enough = found.first { $0.1 >= Self.leastContrast } ?? (1, 21)
    self.init(
      isWhite: isWhite, scrim: enough.0, contrast: enough.1,
      bareContrast: Self.contrast(isWhite, on: ground, under: 0))
  }

  private init(isWhite: Bool, scrim: Double, contrast: Double, bareContrast: Double) {
    (self.isWhite, self.scrim) = (isWhite, scrim)
    (self.contrast, self.bareContrast) = (contrast, bareContrast)
  }

  /// The contrast of the ground's worst pixels apart from a few, rounded down to two digits.
  private static func contrast(_ isWhite: Bool, on ground: [UInt8], under scrim: Double) -> Double {
    let linear = (0...255).map { sample -> Double in
      let value = Double(sample) / 255
      return SRGBCurve.linear(isWhite ? value * (1 - scrim) : value + (1 - value) * scrim)
    }
    let luminances = stride(from: 0, to: ground.count, by: 3).map { pixel -> Double in
      let (red, green) = (linear[Int(ground[pixel])], linear[Int(ground[pixel + 1])])
      return Contrast.luminance(red: red, green: green, blue: linear[Int(ground[pixel + 2])])
    }.sorted()
    let left = Int(Double(luminances.count) * spots)
    let worst = luminances[isWhite ? luminances.count - 1 - left : left]
    let ratio = Contrast.ratio(isWhite ? 1 : 0, worst)
    return (ratio * 100).rounded(.down) / 100
  }

  /// The most pixels of a ground's longer side: less than a letter's stroke is wide are merged into one (ours).
  private static let longEdge = 96

  /// Examines the ground of text in a crop.
  init(
    in area: TextArea, of crop: NormalizedRect, _ frame: PixelSize, from raster: Raster,
    filteredBy recipe: Recipe
  ) throws {
    let size = PixelSize(
      width: max(1, Int(area.rect.width * Double(frame.width))),
      height: max(1, Int(area.rect.height * Double(frame.height))))
    let cut = PictureCut(
      area.rect.inPhoto(from: crop), to: size.fitting(longEdge: Self.longEdge))
    self.init(on: try raster.render(cut, by: recipe).rgb())
  }

  /// Whether a scrim and a contrast can have these values.
  var isSensible: Bool {
    let ratios = 1.0...21
    return (0...1).contains(scrim) && ratios.contains(contrast) && ratios.contains(bareContrast)
  }

  var json: JSONValue {
    .object([
      "color": .string((isWhite ? RGBColour.white : .black).description),
      "scrim": .double(scrim), "contrast": .double(contrast),
      "contrastWithoutScrim": .double(bareContrast),
    ])
  }
}
