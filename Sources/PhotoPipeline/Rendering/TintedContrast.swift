internal import Imaging
internal import SmartCrop

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
