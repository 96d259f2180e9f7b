import Foundation

/// Colours that go with a picture: those that it is made of, and a ground, a text and an accent beside it.
///
/// The text has a contrast of at least 7 with the ground, the accent one of at least 3 (WCAG 2.2, 1.4.6 and
/// 1.4.11). `docs/filters.md` has the formulas (decision 0726).
public struct ImageTheme: Hashable, Sendable {
  /// A colour of the picture.
  public struct Swatch: Hashable, Sendable {
    /// The colour.
    public let colour: RGBColour
    /// The share of the picture that looks like it, 0…1.
    public let share: Double
  }

  /// One to five colours of the picture, the most frequent first; their shares add up to 1.
  public let palette: [Swatch]
  /// A calm ground in the hue of the most frequent colour: dark beside dark pictures, else light.
  public let background: RGBColour
  /// The colour of text on the ground.
  public let foreground: RGBColour
  /// The most colourful part of the palette, as light or dark as the ground asks for.
  public let accent: RGBColour

  /// Makes the theme of a picture.
  ///
  /// Only what colours there are counts, not where they are.
  ///
  /// - Throws: `resize-failed` when memory is short.
  public init(of picture: Raster) throws(PhotoprepError) {
    let size = picture.size.fitting(longEdge: Self.longEdge)
    self.init(try picture.resized(to: size).rgb())
  }

  /// The theme of no picture: that of a dark grey.
  public static let neutral = ImageTheme([44, 44, 46])

  /// Makes the theme of pixels: red, green and blue, three bytes each, at least one pixel.
  init(_ rgb: [UInt8]) {
    let clusters = ColourClusters(rgb, count: Self.colours)
    palette = clusters.all.map { Swatch(colour: $0.centre.sRGB, share: $0.share) }
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

  /// The most pixels of a side that are looked at; our choice: what is smaller is no colour of the picture.
  public static let longEdge = 64
  /// The most colours of a palette; our choice: those of published palettes of photos are five or six.
  private static let colours = 5
  /// Pictures whose mean lightness is below have a dark ground; our choice: what looks like a mid grey.
  private static let darkBelow = 0.6
  /// WCAG 2.2, 1.4.6, level AAA.
  static let textContrast = 7.0
  /// WCAG 2.2, 1.4.11.
  static let accentContrast = 3.0
}

extension OKLab {
  /// The colour, lighter or darker by the fewest hundredths that give it a contrast with a ground.
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

/// The colours of a picture in a few groups of what looks alike: k-means over a histogram.
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
  /// Groups that are nearer than this are one; our choice: twice what can just be told apart.
  private static let leastDistance = 0.04
  private static let rounds = 12
  /// How much more hue and chroma part groups than lightness does; our choice: light and shadow on one thing
  /// are one colour to people, and flowers before leaves of their lightness are two.
  private static let colourWeight = 3.0
  /// What is less colourful is a grey; our choice: a tenth of sRGB's strongest colour.
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

  /// The most colourful group, weighed by the root of its share.
  ///
  /// So a small strong spot counts, and a speck does not. The largest group, whose hue the ground has, only where no other has a colour.
  var accent: OKLab {
    let others = all.dropFirst().filter { $0.centre.chroma >= Self.leastChroma }
    func weight(_ cluster: Cluster) -> Double { cluster.centre.chroma * cluster.share.squareRoot() }
    return (others.max { weight($0) < weight($1) } ?? all[0]).centre
  }

  /// The colours that occur, each with its share; sums of whole numbers, so that no order of pixels counts.
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

  /// The most frequent colour, then whichever is frequent and far from those before.
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

  /// The mean of what is nearest to each centre, and its share.
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
