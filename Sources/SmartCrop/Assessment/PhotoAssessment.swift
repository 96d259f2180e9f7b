import Foundation
package import PhotoGeometry

/// The assessment of a photo as a whole, apart from its crops.
package struct PhotoAssessment: Hashable, Sendable {
  package let score: PhotoScore
  package let kind: PhotoKind
  package let thumbprint: Thumbprint

  package init(score: PhotoScore, kind: PhotoKind, thumbprint: Thumbprint) {
    (self.score, self.kind, self.thumbprint) = (score, kind, thumbprint)
  }

  /// The part that a small picture of a photo shows: not its sharpness; its kind is also uncertain.
  package var estimate: PhotoAssessment {
    PhotoAssessment(score: score.estimate, kind: .photo, thumbprint: thumbprint)
  }
}

extension PhotoAssessment {
  /// Assesses a photo from the analysis of its picture, a larger copy of its luma, its crops for some frames, and facts
  /// from its file: its upright size, and whether it names its camera.
  package init(
    of image: AnalysisImage, _ detail: DetailPlane, _ analysis: PhotoAnalysis,
    _ choices: [CropChoice], for frames: [PixelSize], in photo: PixelSize, hasCamera: Bool
  ) {
    let colour = ColourPlanes(image)
    let luma = colour.luma
    let blocks = DetailBlocks(detail)
    let tones = Tones(luma, colour, analysis.importance)
    let subject = SubjectDetail(blocks, analysis.importance)
    kind = PhotoKind(
      detail, blocks, tones, subject, size: photo, hasCamera: hasCamera,
      heads: analysis.regions.count(where: \.isMain), appeal: analysis.appeal)
    thumbprint = Thumbprint(luma)
    var values: [PhotoScore.Term: Double] = [
      .sharpness: subject.sharpness, .exposure: tones.exposure, .contrast: tones.contrast,
      .noise: subject.quiet, .colour: tones.colour,
      .crops: 1 - choices.reduce(0) { $0 + $1.risk } / Double(max(1, choices.count)),
      .pixels: zip(choices, frames).map { choice, frame in
        min(
          Double(choice.rect.width) / Double(frame.width),
          Double(choice.rect.height) / Double(frame.height))
      }.min() ?? 1,
    ]
    values[.appeal] = analysis.appeal
    values[.heads] = HeadTerm.value(of: analysis.regions)
    score = PhotoScore(values)
  }
}

/// The sharpness and quietness of a photo where it matters.
struct SubjectDetail {
  /// From 0, no edge that a blur would change, to 1, edges as sharp as pixels allow.
  let sharpness: Double
  /// From 0, obvious noise, to 1, none.
  let quiet: Double
  /// The share of the importance in blocks with any edges.
  let textured: Double

  /// The least mean gradient of an edge, in grey levels; ours.
  private static let leastStrength: Float = 1
  /// The share of the importance in blocks with edges that may be less sharp than the result; ours.
  ///
  /// A subject's own edges are sharp, but its blocks also contain areas beside it.
  private static let rank = 0.75
  /// Where sharpness begins and is full: of 58 good photos 95 % lie above 0.69 as they are, below 0.50 blurred by σ = 2
  /// pixels of 1,000, and below 0.17 by σ = 4 (decision 0800).
  private static let range = 0.15...0.85
  /// The share of the importance with edges from which on nothing is deducted; ours, for subjects before plain walls
  /// and skies.
  private static let enoughTexture = 0.3
  /// The range from invisible to obvious noise, σ in grey levels; ours.
  ///
  /// Of the same photos half lie below 0.6; 4, half of the way by doublings, is what facet calls noisy
  /// (`noise_sigma_threshold`).
  private static let noise = 1.0...16.0

  init(_ blocks: DetailBlocks?, _ importance: ImportanceMap) {
    guard let blocks else {
      (sharpness, quiet, textured) = (0, 1, 0)
      return
    }
    let table = importance.table
    var found: [(sharpness: Float, weight: Double)] = []
    for block in 0..<blocks.sharpness.count where blocks.strength[block] >= Self.leastStrength {
      let (column, row) = (block % blocks.columns, block / blocks.columns)
      let place = NormalizedRect(
        x: Double(column) / Double(blocks.columns), y: Double(row) / Double(blocks.rows),
        width: 1 / Double(blocks.columns), height: 1 / Double(blocks.rows))
      found.append((blocks.sharpness[block], table.sum(in: place)))
    }
    found.sort { $0.sharpness < $1.sharpness }
    let total = found.reduce(0) { $0 + $1.weight }
    textured = total
    var passed = 0.0
    let reached = found.first { entry in
      passed += entry.weight
      return passed >= Self.rank * total
    }
    let raw = Double(reached?.sharpness ?? 0)
    sharpness = Self.range.fraction(at: raw) * min(1, total / Self.enoughTexture)
    // On a logarithmic scale: every doubling of noise counts the same.
    let noise = Self.noise
    quiet =
      1
      - (log2(noise.lowerBound)...log2(noise.upperBound)).fraction(
        at: log2(max(noise.lowerBound, Double(blocks.noise))))
  }
}

extension ClosedRange<Double> {
  /// The position of a value between its ends, 0…1.
  func fraction(at value: Double) -> Double {
    Swift.min(1, Swift.max(0, (value - lowerBound) / (upperBound - lowerBound)))
  }
}

/// The size and completeness of the largest head, and whether it faces the camera.
enum HeadTerm {
  /// The height of a face, as a share of the photo's, from which on it counts as a portrait's: as in the crop's score
  /// (docs/how-a-crop-is-chosen.md, step 9).
  private static let portrait = 0.25
  /// The shares of the term's parts; ours: a small visible face counts more than the large back of a head.
  private static let (size, whole, face) = (0.3, 0.3, 0.4)
  /// How far a head may extend beyond the photo's border and still count as whole, as a share of the photo.
  private static let sliver = 0.005

  static func value(of regions: [FocusRegion]) -> Double? {
    let heads = regions.filter { $0.kind == .face }
    let largest = heads.max { $0.rect.width * $0.rect.height < $1.rect.width * $1.rect.height }
    guard let largest else { return nil }
    let seen = heads.filter(\.isMain).max { $0.rect.height < $1.rect.height } ?? largest
    let whole = seen.head ?? seen.rect
    let isWhole =
      whole.x >= -sliver && whole.y >= -sliver && whole.maxX <= 1 + sliver
      && whole.maxY <= 1 + sliver
    return size * min(1, seen.rect.height / portrait) + (isWhole ? self.whole : 0)
      + (seen.isMain ? face : 0)
  }
}

/// A photo as 16 × 16 grey levels, for finding photos that show the same.
///
/// It is stretched to a square, so that it serves as the perceptual hash's picture (Zauner, "Implementation and
/// benchmarking of perceptual image hash functions", 2010, takes 32 × 32 of it), and is enough to lay two photos over
/// one another.
package struct Thumbprint: Hashable, Sendable {
  package static let side = 16

  /// `side × side` samples 0…255, row by row from the top left.
  package let samples: [UInt8]

  /// Takes over samples; `nil` for another number of them.
  package init?(_ samples: [UInt8]) {
    guard samples.count == Self.side * Self.side else { return nil }
    self.samples = samples
  }

  /// Shrinks a plane, each sample the mean of the area that it covers.
  init(_ luma: Plane) {
    samples = luma.resampled(toWidth: Self.side, height: Self.side).samples.map {
      UInt8(max(0, min(255, $0.rounded())))
    }
  }
}

/// The kind of a picture, for deciding whether to show it in a widget; the raw value is its name in records and
/// options.
package enum PhotoKind: String, Hashable, Sendable, CaseIterable, Codable {
  /// A photo.
  case photo
  /// A picture of a screen.
  case screenshot
  /// Print on paper, or a receipt.
  case document
  /// Nothing to see: a covered lens, a wall, a pocket.
  case blank

  /// The limits between kinds; ours, from made screenshots and documents and 10,000 marked photos (decision 0801).
  private enum Limit {
    /// The range of luma between the darkest and the brightest hundredth below which there is nothing to see.
    static let blankRange: Float = 28
    /// The luma below which 99 % of a photo taken in a pocket are.
    static let blankHigh: Float = 40
    /// The share of the importance with edges below which there is nothing to see.
    static let blankTexture = 0.02
    /// The shares of exactly equal neighbours of a screen, without a camera's name, and with a screen's size.
    static let (screenFlat, sizedFlat) = (Float(0.55), Float(0.25))
    /// The shares of print and of paper of a document.
    static let (print, paper) = (Float(0.12), 0.5)
    /// Those of a document with less paper and more print: a page on a table.
    static let (densePrint, somePaper) = (Float(0.2), 0.35)
    /// The appeal above which nothing is a document, and the value to use if it is unknown.
    static let (mostAppeal, unknownAppeal) = (0.2, 0.15)
    /// Limits for pictures such as a receipt on a table: the most appeal, and the shares of print and paper.
    static let (receiptAppeal, receiptPrint, receiptPaper) = (0.1, Float(0.08), 0.15)
  }

  init(
    _ detail: DetailPlane, _ blocks: DetailBlocks?, _ tones: Tones, _ subject: SubjectDetail,
    size: PixelSize, hasCamera: Bool, heads: Int, appeal: Double?
  ) {
    let flat = blocks?.flatShare ?? 0
    if tones.high - tones.low < Limit.blankRange || tones.high < Limit.blankHigh
      || (blocks != nil && subject.textured < Limit.blankTexture)
    {
      self = .blank
    } else if !hasCamera,
      flat >= Limit.screenFlat || (size.isScreen && flat >= Limit.sizedFlat)
    {
      self = .screenshot
    } else if !hasCamera, detail.hasCaption {
      self = .document
    } else if heads == 0,
      let least = Self.leastPrint(onPaper: tones.paper, appeal: appeal ?? Limit.unknownAppeal),
      DetailBlocks.textShare(detail) >= least
    {
      self = .document
    } else {
      self = .photo
    }
  }

  /// The share of print from which on a picture is a document; `nil` with too little paper for one, as in most photos,
  /// or with too much appeal, and then print is not searched.
  private static func leastPrint(onPaper paper: Double, appeal: Double) -> Float? {
    if appeal > Limit.mostAppeal { return nil }
    if appeal <= Limit.receiptAppeal, paper >= Limit.receiptPaper { return Limit.receiptPrint }
    return paper >= Limit.paper ? Limit.print : paper >= Limit.somePaper ? Limit.densePrint : nil
  }
}

extension PixelSize {
  /// Whether a phone's or tablet's screen has this size, upright or on its side.
  fileprivate var isScreen: Bool {
    Self.screens.contains(self) || Self.screens.contains(transposed)
  }

  /// Whether a phone's screen has this size, upright or on its side; tablets have the shape of photos.
  package var isPhoneScreen: Bool { isScreen && Double(longEdge) > 1.7 * Double(shortEdge) }

  /// The sizes in pixels of the known screens, upright: `402x874@3` is 1206 × 2622.
  private static let screens: Set<PixelSize> = Set(
    WidgetScreen.all.compactMap { row in
      let numbers = row.screen.split { !$0.isNumber }.compactMap { Int($0) }
      guard numbers.count == 3 else { return nil }
      return PixelSize(width: numbers[0] * numbers[2], height: numbers[1] * numbers[2])
    })
}

/// The distribution of a photo's light and colours.
struct Tones {
  /// Whether the subject is bright enough, and little is clipped, 0…1.
  let exposure: Double
  /// The distance between the twentieth darkest and the twentieth brightest pixel, 0…1.
  let contrast: Double
  /// How colourful it is, 0…1.
  let colour: Double
  /// The luma below which 1 and 99 % of the pixels lie, 0…255.
  let low, high: Float
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
    (low, high) = (order.level(0.01), order.level(0.99))
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
