package struct TextRun: Hashable, Sendable {
  /// Which part of a line is left out if text does not fit.
  package enum Truncation: String, CaseIterable, Hashable, Sendable {
    case head, middle, tail
    /// The end, which fades out if there is a single line; with several lines as `tail`.
    case fade
  }

  /// The text; line breaks in it end lines.
  package var text: String
  package var font: Font
  package var colour: Colour
  /// The most lines; `nil` for as many as fit.
  package var lineLimit: Int?
  /// Room between lines beyond the font's own, in points.
  package var lineSpacing = 0.0
  /// The distance between baselines, in points; it replaces `lineSpacing` if set.
  package var lineHeight: Double?
  package var alignment = HorizontalAlignment.leading
  package var truncation = Truncation.tail
  package var isStruckThrough = false
  /// The smallest factor for the font's size so that nothing is left out, 0 to 1; 1 keeps its size.
  package var minimumScale = 1.0
  /// The parts of the text if they differ in font or colour; joined they are the text.
  package var spans: [TextSpan] = []

  package init(_ text: String, font: Font, colour: Colour, lineLimit: Int? = nil) {
    (self.text, self.font, self.colour, self.lineLimit) = (text, font, colour, lineLimit)
  }

  package var fonts: [Font] { spans.isEmpty ? [font] : spans.map(\.font) }

  /// The text with its font and everything relative to it scaled.
  func scaled(by factor: Double) -> TextRun {
    var copy = self
    copy.font.scale(by: factor)
    copy.lineHeight = lineHeight.map { $0 * factor }
    for index in spans.indices { copy.spans[index].font.scale(by: factor) }
    return copy
  }

  /// The room between lines, in points, for a line height of the font.
  package func spacing(between height: Double) -> Double {
    lineHeight.map { max(0, $0 - height) } ?? lineSpacing
  }
}

package struct TextSpan: Hashable, Sendable {
  package var text: String
  package var font: Font
  package var colour: Colour

  package init(_ text: String, font: Font, colour: Colour) {
    (self.text, self.font, self.colour) = (text, font, colour)
  }
}

package struct Font: Hashable, Sendable {
  /// `system`, `rounded`, `serif`, or the name of a family.
  package var family: String
  package var size: Double
  /// 100 to 900, as CSS weights: regular is 400.
  package var weight: Int
  /// Room between characters beyond the font's own, in points.
  package var tracking: Double
  package var isItalic = false
  /// Whether all digits are equally wide.
  package var hasMonospacedDigits = false

  package init(_ family: String = "system", size: Double, weight: Int = 400, tracking: Double = 0) {
    (self.family, self.size) = (family, size)
    (self.weight, self.tracking) = (weight, tracking)
  }

  fileprivate mutating func scale(by factor: Double) {
    size *= factor
    tracking *= factor
  }
}

/// The height of a line of a font, in parts of its size.
package struct LineMetrics: Hashable, Sendable {
  /// From the baseline up and down.
  package var ascent, descent: Double
  /// From the baseline to the top of capitals; seven tenths of the size if unknown, as in most fonts.
  package var capHeight = 0.7

  package init(ascent: Double, descent: Double) { (self.ascent, self.descent) = (ascent, descent) }

  fileprivate init(ofUnits ascent: Double, _ descent: Double, capHeight: Double) {
    self.init(ascent: ascent / 2048, descent: descent / 2048)
    self.capHeight = capHeight / 2048
  }

  package var height: Double { ascent + descent }

  /// The metrics of Apple's fonts (decision 0721), which also apply to a substitute font; `nil` for other families.
  package static func known(_ family: String) -> LineMetrics? {
    switch family {
    case "system", "rounded": LineMetrics(ofUnits: 1950, 494, capHeight: 1443)
    case "serif", "Georgia": LineMetrics(ofUnits: 1878, 449, capHeight: 1419)
    default: nil
    }
  }
}

package struct TextLines: Hashable, Sendable {
  /// The width of each line in points.
  package var widths: [Double]
  package var isTruncated: Bool

  package init(widths: [Double], isTruncated: Bool) {
    (self.widths, self.isTruncated) = (widths, isTruncated)
  }
}

/// Breaks text into lines; the drawing module has one implementation, tests have another.
package protocol TextMeasuring {
  /// Breaks text into at least one line, of a width in points and up to a limit if given; its own limit is ignored.
  func lines(of run: TextRun, width: Double?, limit: Int?) -> TextLines

  func lineMetrics(of font: Font) -> LineMetrics
}

extension TextMeasuring {
  /// How far a line of a text extends up and down from its baseline, in points: by its largest font.
  package func reach(of run: TextRun) -> LineMetrics {
    let all = run.fonts.map { (size: $0.size, metrics: lineMetrics(of: $0)) }
    func most(_ part: KeyPath<LineMetrics, Double>) -> Double {
      all.map { $0.metrics[keyPath: part] * $0.size }.max() ?? 0
    }
    var reach = LineMetrics(ascent: most(\.ascent), descent: most(\.descent))
    reach.capHeight = most(\.capHeight)
    return reach
  }
}
