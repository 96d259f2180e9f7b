import Foundation

/// The distribution of a photo's light and colours.
struct Tones {
  /// Whether the subject is bright enough, and little is clipped, 0…1.
  let exposure: Double
  /// The distance between the twentieth darkest and the twentieth brightest pixel, 0…1.
  let contrast: Double
  /// How colourful it is, 0…1.
  let colour: Double
  /// The luma below which 1, 50 and 99 % of the pixels lie, 0…255.
  let low, middle, high: Float
  /// The share of pixels that are bright for this photo and nearly grey: paper, mostly.
  let paper: Double

  /// The brightness of a well exposed subject, from 0 to 1, and its allowed deviation.
  ///
  /// Mertens, Kautz, Van Reeth, "Exposure fusion", Pacific Graphics 2007, section 3.1, have 0.5 and σ = 0.2 for each
  /// pixel; the mean of a subject is lower, 0.45 in the middle half of the marked photos (decision 0800).
  private static let (brightness, spread) = (0.45, 0.2)
  /// The shares of pixels that may be clipped, highlights in any channel and shadows in all, and the cost of more;
  /// ours.
  private static let (highlights, shadows, cost) = (0.02, 0.05, 3.0)
  /// The range of luma of a photo with full contrast, in grey levels: the middle of the marked photos; ours.
  private static let fullRange = 180.0
  /// The measure of Hasler and Süsstrunk at which a photo is "averagely colourful".
  private static let colourful = 45.0

  init(_ luma: Plane, _ colour: ColourPlanes, _ importance: ImportanceMap) {
    let order = luma.samples.histogram
    (low, middle, high) = (order.level(0.01), order.level(0.5), order.level(0.99))
    contrast = min(1, Double(order.level(0.95) - order.level(0.05)) / Self.fullRange)
    let clipped = Self.clipped(colour)
    let subject = Self.brightness(luma, importance) / 255 - Self.brightness
    exposure =
      exp(-subject * subject / (2 * Self.spread * Self.spread))
      * max(0, 1 - Self.cost * max(0, clipped.high - Self.highlights))
      * max(0, 1 - Self.cost * max(0, clipped.low - Self.shadows))
    self.colour = min(1, Self.colourfulness(colour) / Self.colourful)
    paper = Self.paper(colour, luma, order.level(0.95))
  }

  /// The mean luma where the photo matters, 0…255.
  private static func brightness(_ luma: Plane, _ importance: ImportanceMap) -> Double {
    let grid = luma.resampled(toWidth: importance.width, height: importance.height)
    return zip(grid.samples, importance.values).reduce(0) { $0 + Double($1.0) * Double($1.1) }
  }

  /// The shares of pixels with a channel at its end: from 252 on, and up to 3; ours, as JPEG moves ends by as much.
  private static func clipped(_ colour: ColourPlanes) -> (low: Double, high: Double) {
    var (low, high) = (0, 0)
    let (red, green, blue) = (colour.red.samples, colour.green.samples, colour.blue.samples)
    for i in red.indices {
      if max(red[i], max(green[i], blue[i])) >= 252 { high += 1 }
      if max(red[i], max(green[i], blue[i])) <= 3 { low += 1 }
    }
    return (Double(low) / Double(red.count), Double(high) / Double(red.count))
  }

  /// How colourful a photo is, 0 to about 110.
  ///
  ///     M = √(σ²rg + σ²yb) + 0.3 √(μ²rg + μ²yb),  rg = R − G,  yb = (R + G)/2 − B
  ///
  /// Hasler, Süsstrunk, "Measuring colourfulness in natural images", SPIE 5007, 2003: 15 is slightly, 33 moderately,
  /// 45 averagely, 59 quite, 82 highly colourful.
  private static func colourfulness(_ colour: ColourPlanes) -> Double {
    var sums = (rg: 0.0, rg2: 0.0, yb: 0.0, yb2: 0.0)
    let (red, green, blue) = (colour.red.samples, colour.green.samples, colour.blue.samples)
    for i in red.indices {
      let rg = Double(red[i] - green[i])
      let yb = Double((red[i] + green[i]) / 2 - blue[i])
      sums.rg += rg
      sums.rg2 += rg * rg
      sums.yb += yb
      sums.yb2 += yb * yb
    }
    let count = Double(red.count)
    let (rg, yb) = (sums.rg / count, sums.yb / count)
    let variance = max(0, sums.rg2 / count - rg * rg) + max(0, sums.yb2 / count - yb * yb)
    return variance.squareRoot() + 0.3 * (rg * rg + yb * yb).squareRoot()
  }

  /// The share of paper: at least seven tenths as bright as the photo's white, and coloured by at most a quarter of
  /// that.
  ///
  /// Ours: paper under a lamp is yellowish and darker at one side (decision 0801).
  private static func paper(_ colour: ColourPlanes, _ luma: Plane, _ white: Float) -> Double {
    guard white >= 90 else { return 0 }
    let (red, green, blue) = (colour.red.samples, colour.green.samples, colour.blue.samples)
    var count = 0
    for i in red.indices where luma.samples[i] >= 0.7 * white {
      let range = max(red[i], max(green[i], blue[i])) - min(red[i], min(green[i], blue[i]))
      if range <= 0.25 * white { count += 1 }
    }
    return Double(count) / Double(red.count)
  }
}

extension [Float] {
  /// The number of samples of 0…255 with each whole value.
  fileprivate var histogram: [Int] {
    reduce(into: [Int](repeating: 0, count: 256)) { $0[Swift.min(255, Swift.max(0, Int($1)))] += 1 }
  }
}

extension [Int] {
  /// The level up to which a share of all samples lies.
  fileprivate func level(_ share: Double) -> Float {
    let wanted = share * Double(reduce(0, +))
    var sum = 0
    for (level, count) in enumerated() {
      sum += count
      if Double(sum) >= wanted { return Float(level) }
    }
    return 255
  }
}
