import PhotoGeometry

extension PhotoKind {
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
    _ outline: PhotoOutline, heads: Int, appeal: Double?
  ) {
    let flat = blocks?.flatShare ?? 0
    if tones.high - tones.low < Limit.blankRange || tones.high < Limit.blankHigh
      || (blocks != nil && subject.textured < Limit.blankTexture)
    {
      self = .blank
    } else if !outline.hasCamera,
      flat >= Limit.screenFlat || (outline.hasScreenSize && flat >= Limit.sizedFlat)
    {
      self = .screenshot
    } else if !outline.hasCamera, detail.hasCaption {
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

extension PhotoOutline {
  /// Whether it has the size of a phone's or tablet's screen.
  fileprivate var hasScreenSize: Bool { size.isScreen }
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
