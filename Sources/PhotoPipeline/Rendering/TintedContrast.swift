internal import Imaging
internal import PhotoGeometry
internal import SmartCrop

/// How well what matters in a photo can be told apart by its lightness alone, as a tinted Home Screen shows it.
struct TintedContrast: Sendable {
  /// Graphical objects that are needed to understand content have so much contrast at least: WCAG 2.2, 1.4.11.
  static let least = 3.0

  /// The shares of what matters that are darker than the dark end and lighter than the light one; our choice, so that a
  /// highlight or a shadow is no contrast by itself.
  private static let tail = 0.1

  private let luminances: [Double]
  private let size: PixelSize
  private let importance: ImportanceMap

  /// Takes a photo's small copy, and what matters in it.
  init(_ image: AnalysisImage, _ importance: ImportanceMap) {
    let light = (0...255).map { SRGBCurve.linear(Double($0) / 255) }
    luminances = stride(from: 0, to: image.pixels.count, by: 3).map { place in
      Contrast.luminance(
        red: light[Int(image.pixels[place])], green: light[Int(image.pixels[place + 1])],
        blue: light[Int(image.pixels[place + 2])])
    }
    (size, self.importance) = (image.size, importance)
  }

  /// The contrast ratio (1…21) of the light and the dark end of what matters in a crop: of the luminances, each weighed by
  /// how much its place matters, those that a tenth is lighter and a tenth is darker than.
  func ratio(in crop: NormalizedRect) -> Double {
    var weighed: [(luminance: Double, weight: Double)] = []
    let columns = max(0, Int(crop.x * Double(size.width)))..<min(
      size.width, Int((crop.maxX * Double(size.width)).rounded(.up)))
    let rows = max(0, Int(crop.y * Double(size.height)))..<min(
      size.height, Int((crop.maxY * Double(size.height)).rounded(.up)))
    weighed.reserveCapacity(columns.count * rows.count)
    for y in rows {
      let row = y * importance.height / size.height * importance.width
      for x in columns {
        let weight = importance.values[row + x * importance.width / size.width]
        weighed.append((luminances[y * size.width + x], Double(weight)))
      }
    }
    weighed.sort { $0.luminance < $1.luminance }
    let total = weighed.reduce(0) { $0 + $1.weight }
    func end(_ share: Double) -> Double {
      var sum = 0.0
      for (luminance, weight) in weighed {
        sum += weight
        if sum >= share * total { return luminance }
      }
      return weighed.last?.luminance ?? 0
    }
    return Contrast.ratio(end(1 - Self.tail), end(Self.tail))
  }
}
