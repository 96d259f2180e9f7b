import Foundation

/// Colours that match a picture: its own, and a ground, a text and an accent.
///
/// The text has a contrast of at least 7 with the ground, the accent one of at least 3 (WCAG 2.2, 1.4.6 and
/// 1.4.11). `docs/filters.md` has the formulas (decision 0726).
public struct ImageTheme: Hashable, Sendable {
  /// One to five colours of the picture, the most frequent first.
  public let palette: [RGBColour]
  /// A calm ground in the hue of the most frequent colour: dark for dark pictures, else light.
  public let background: RGBColour
  /// The colour of text on the ground.
  public let foreground: RGBColour
  /// The most colourful part of the palette, with the lightness that the ground requires.
  public let accent: RGBColour

  /// Makes the theme of a picture.
  ///
  /// Only the colours count, not their positions.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public init(of picture: Raster) throws(PhotoprepError) {
    let size = picture.size.fitting(longEdge: Self.longEdge)
    self.init(try picture.resized(to: size).rgb())
  }

  /// The theme without a picture: that of a dark grey.
  public static let neutral = ImageTheme([44, 44, 46])

  /// Makes the theme of pixels: red, green and blue, three bytes each, at least one pixel.
  init(_ rgb: [UInt8]) {
    let clusters = ColourClusters(rgb, count: Self.colours)
    palette = clusters.all.map(\.centre.sRGB)
    let main = clusters.all[0].centre
    let isDark = clusters.lightness < Self.darkBelow
    let ground =
      isDark
      ? main.with(lightness: 0.27, chroma: min(main.chroma, 0.06))
      : main.with(lightness: 0.94, chroma: min(main.chroma, 0.03))
    let background = ground.sRGB
    let text = ground.with(lightness: isDark ? 0.97 : 0.24, chroma: min(ground.chroma, 0.02))
    foreground = text.readable(on: background, contrast: Self.textContrast, isLighter: isDark)
    accent = clusters.accent.readable(
      on: background, contrast: Self.accentContrast, isLighter: isDark)
    self.background = background
  }

  /// The most pixels of a side that are used; our choice: smaller details do not count as colours of the picture.
  public static let longEdge = 64
  /// The most colours of a palette; our choice: published palettes of photos have five or six.
  private static let colours = 5
  /// The mean lightness below which a picture has a dark ground; our choice: about a mid grey.
  private static let darkBelow = 0.6
  /// WCAG 2.2, 1.4.6, level AAA.
  static let textContrast = 7.0
  /// WCAG 2.2, 1.4.11.
  static let accentContrast = 3.0
}

extension OKLab {
  /// The colour, made lighter or darker by the fewest hundredths for a contrast with a ground.
  fileprivate func readable(
    on ground: RGBColour, contrast: Double, isLighter: Bool
  ) -> RGBColour {
    var colour = self
    while colour.sRGB.contrast(with: ground) < contrast, (0...1).contains(colour.lightness) {
      colour.lightness += isLighter ? 0.01 : -0.01
    }
    return colour.sRGB
  }
}

/// The colours of a picture in a few groups of similar ones: k-means over a histogram.
private struct ColourClusters {
  struct Cluster {
    var centre: OKLab
    var share: Double
  }

  /// The groups, the largest first.
  private(set) var all: [Cluster] = []
  /// The mean lightness of the picture, 0…1.
  let lightness: Double

  /// The levels of each channel of the histogram; our choice: a step of 8 is hardly seen.
  private static let levels = 32
  /// The distance below which groups are merged; our choice: twice the just noticeable one.
  private static let leastDistance = 0.04
  private static let rounds = 12
  /// The weight of hue and chroma against lightness; our choice: light and shadow on one thing are one colour to
  /// people, and flowers before leaves of the same lightness are two.
  private static let colourWeight = 3.0
  /// The chroma below which a colour counts as grey; our choice: a tenth of sRGB's strongest colour.
  private static let leastChroma = 0.03

  init(_ rgb: [UInt8], count: Int) {
    let points = Self.histogram(rgb)
    lightness = points.reduce(0) { $0 + $1.share * $1.centre.lightness }
    var centres = Self.seeds(points, count)
    for _ in 0..<Self.rounds { centres = Self.means(points, about: centres).map(\.centre) }
    for cluster in Self.means(points, about: centres).sorted(by: { $0.share > $1.share }) {
      if let near = all.firstIndex(where: {
        $0.centre.distance(to: cluster.centre) < Self.leastDistance
      }) {
        all[near].share += cluster.share
      } else {
        all.append(cluster)
      }
    }
    all.sort { $0.share > $1.share }
  }

  /// The most colourful group, weighted by the root of its share.
  ///
  /// So a small strong spot counts, and a speck does not. The largest group, whose hue the ground has, is used only if
  /// no other has a colour.
  var accent: OKLab {
    let others = all.dropFirst().filter { $0.centre.chroma >= Self.leastChroma }
    func weight(_ cluster: Cluster) -> Double { cluster.centre.chroma * cluster.share.squareRoot() }
    return (others.max { weight($0) < weight($1) } ?? all[0]).centre
  }

  /// The colours that occur, each with its share; sums of whole numbers, so that the order of pixels does not matter.
  private static func histogram(_ rgb: [UInt8]) -> [Cluster] {
    var sums = [SIMD4<Int>](repeating: .zero, count: levels * levels * levels)
    for pixel in stride(from: 0, to: rgb.count - 2, by: 3) {
      let (r, g, b) = (Int(rgb[pixel]), Int(rgb[pixel + 1]), Int(rgb[pixel + 2]))
      let step = 256 / levels
      let bin = (r / step * levels + g / step) * levels + b / step
      sums[bin] &+= SIMD4(r, g, b, 1)
    }
    return sums.filter { $0.w > 0 }.map { sum in
      func mean(_ value: Int) -> Double { Double(value) / Double(255 * sum.w) }
      return Cluster(
        centre: OKLab(red: mean(sum.x), green: mean(sum.y), blue: mean(sum.z)),
        share: Double(sum.w) / Double(rgb.count / 3))
    }
  }

  /// The most frequent colour, then those that are frequent and far from the earlier ones.
  private static func seeds(_ points: [Cluster], _ count: Int) -> [OKLab] {
    func weight(_ point: Cluster, _ seeds: [OKLab]) -> Double {
      let distance =
        seeds.map { point.centre.distance(to: $0, colourTimes: colourWeight) }.min() ?? 1
      return point.share * distance * distance
    }
    var seeds: [OKLab] = []
    while seeds.count < count {
      let next = points.map { ($0.centre, weight($0, seeds)) }.max { $0.1 < $1.1 }
      guard let next, next.1 > 0 else { break }
      seeds.append(next.0)
    }
    return seeds
  }

  /// The mean of the colours nearest to each centre, with their share.
  private static func means(_ points: [Cluster], about centres: [OKLab]) -> [Cluster] {
    var sums = [SIMD4<Double>](repeating: .zero, count: centres.count)
    for point in points {
      func distance(_ index: Int) -> Double {
        point.centre.distance(to: centres[index], colourTimes: colourWeight)
      }
      let nearest = centres.indices.min { distance($0) < distance($1) }
      let centre = point.centre
      sums[nearest ?? 0] +=
        point.share * SIMD4(centre.lightness, centre.greenRed, centre.blueYellow, 1)
    }
    return sums.filter { $0.w > 0 }.map { sum in
      let mean = sum / sum.w
      return Cluster(
        centre: OKLab(lightness: mean.x, greenRed: mean.y, blueYellow: mean.z), share: sum.w)
    }
  }
}
