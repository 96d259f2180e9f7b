internal import CPango
internal import WidgetPreview

/// Measures and draws text with Pango, in points, on the thread that made it.
final class PangoText: TextMeasuring {
  private let context: OpaquePointer
  private let choice: FontChoice
  private let look: RenderingLook
  private(set) var standIns: Set<StandIn> = []
  /// The beginnings of the drawn texts that have characters without a glyph, in the order of drawing.
  private(set) var unknown: [String] = []
  /// The lengths of texts in one line, which do not depend on the room.
  private var lengths: [TextRun: Double] = [:]

  /// The thread's own font map, which caches fonts between pictures.
  init(_ choice: FontChoice, look: RenderingLook = RenderingLook()) {
    (self.choice, self.look) = (choice, look)
    context = pango_font_map_create_context(cpango_font_map())
    pango_cairo_context_set_resolution(context, 72)
    pango_context_set_round_glyph_positions(context, 0)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(context)) }

  func lines(of run: TextRun, width: Double?, limit: Int?) -> TextLines {
    if let length = lengths[run], length <= width ?? .infinity {
      return TextLines(widths: [length], isTruncated: false)
    }
    var widths: [Double] = []
    let isTruncated = forEachLine(of: run, width: width, limit: limit) { layout, index in
      widths.append(Self.width(ofLine: index, in: layout))
    }
    if widths.count == 1, !isTruncated { lengths[run] = widths[0] }
    return TextLines(widths: widths, isTruncated: isTruncated)
  }

  func lineMetrics(of font: Font) -> LineMetrics {
    if let known = LineMetrics.known(font.family) { return known }
    let description = description(of: font)
    let metrics = pango_context_get_metrics(context, description, nil)
    defer {
      pango_font_metrics_unref(metrics)
      pango_font_description_free(description)
    }
    func part(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) / font.size }
    return LineMetrics(
      ascent: part(pango_font_metrics_get_ascent(metrics)),
      descent: part(pango_font_metrics_get_descent(metrics)))
  }

  func draw(_ run: TextRun, _ lines: TextLines, in frame: Frame, on cairo: OpaquePointer) {
    let reach = reach(of: run)
    let pitch = reach.height + run.spacing(between: reach.height)
    let fades = run.truncation == .fade && lines.isTruncated && lines.widths.count == 1
    // Greedy breaking gives the same lines in the width of the longest line.
    let isWhole = fades || lines.widths.count == 1 && !lines.isTruncated
    let width = isWhole ? nil : frame.size.width + 0.01
    var number = 0
    var (isKnown, isFromRight) = (true, false)
    if fades { beginFading(in: frame, on: cairo) }
    forEachLine(of: run, width: width, limit: fades ? nil : lines.widths.count) { layout, index in
      defer { number += 1 }
      guard number < lines.widths.count else { return }
      if pango_layout_get_unknown_glyphs_count(layout) > 0 { isKnown = false }
      let slack = frame.size.width - Self.width(ofLine: index, in: layout)
      if fades { isFromRight = Self.direction(of: layout) == PANGO_DIRECTION_RTL }
      // The beginning of a fading line stays visible.
      let share = fades ? (isFromRight ? 1 : 0) : run.alignment.fraction
      cairo_move_to(cairo, frame.x + slack * share, frame.y + Double(number) * pitch + reach.ascent)
      pango_cairo_show_layout_line(cairo, pango_layout_get_line_readonly(layout, Int32(index)))
    }
    if fades { endFading(isFromRight, in: frame, on: cairo) }
    if !isKnown { unknown.append(String(run.text.prefix(20))) }
  }

  /// The length over which text fades at its end, in points: about two letters of a caption; our choice (decision
  /// 0722).
  private static let fading = 14.0

  private func beginFading(in frame: Frame, on cairo: OpaquePointer) {
    cairo_save(cairo)
    // Letters extend above and below their line.
    cairo_rectangle(
      cairo, frame.x, frame.y - frame.size.height, frame.size.width, 3 * frame.size.height)
    cairo_clip(cairo)
    cairo_push_group(cairo)
  }

  /// Draws the present group, fading towards the edge where the line ends.
  private func endFading(_ isFromRight: Bool, in frame: Frame, on cairo: OpaquePointer) {
    cairo_pop_group_to_source(cairo)
    let edge = isFromRight ? frame.x : frame.x + frame.size.width
    let length = min(Self.fading, frame.size.width) * (isFromRight ? 1 : -1)
    let mask = cairo_pattern_create_linear(edge + length, 0, edge, 0)
    cairo_pattern_add_color_stop_rgba(mask, 0, 0, 0, 0, 1)
    cairo_pattern_add_color_stop_rgba(mask, 1, 0, 0, 0, 0)
    cairo_mask(cairo, mask)
    cairo_pattern_destroy(mask)
    cairo_restore(cairo)
  }
}

// MARK: Breaking text into lines

extension PangoText {
  /// Text of fewer bytes is broken in one piece; our choice: several times what a widget shows.
  private static let pieceLimit = 1000

  /// The characters of the first piece of a long text, and the lines that a piece has at least; our choice.
  private static let (firstPiece, leastLines) = (64, 8)

  /// Breaks a text into lines and passes on each: the layout that has it, and its index there; returns whether text was
  /// left out.
  ///
  /// Pango counts lines in each paragraph and draws a sign for a line break in the line that it cuts. So text with a
  /// limit is broken paragraph by paragraph, and the rest after the last line that fits becomes an ellipsis in it.
  @discardableResult
  private func forEachLine(
    of run: TextRun, width: Double?, limit: Int?, _ body: (OpaquePointer, Int) -> Void
  ) -> Bool {
    let whole = StyledText(run)
    var rest = TextPart(of: whole)
    guard var left = limit else { return breakPart(rest, width: width, limit: nil, body) }
    while let end = rest.text.unicodeScalars.firstIndex(of: "\u{2028}") {
      var paragraph = rest
      paragraph.text = rest.text[..<end]
      var count = 0
      let isCut = breakPart(paragraph, width: width, limit: left) { layout, _ in
        count += 1
        rest.direction = rest.direction ?? Self.direction(of: layout)
      }
      paragraph.direction = rest.direction
      let isLast = isCut || count >= left
      if isLast, !isCut { paragraph.text = Self.withoutSpaces(paragraph.text) + "…" }
      breakPart(paragraph, width: width, limit: left, body)
      if isLast { return true }
      left -= count
      rest.text = rest.text[rest.text.unicodeScalars.index(after: end)...]
      rest.offset = whole.offset(of: rest.text.startIndex)
    }
    return breakPart(rest, width: width, limit: left, body)
  }

  /// A part of a text that is broken into lines by itself.
  private struct TextPart {
    let whole: StyledText
    var text: Substring
    /// The bytes of the whole text before it.
    var offset = 0
    /// The direction of the whole text; `nil` if its first letter is in this part.
    var direction: PangoDirection?

    init(of whole: StyledText) { (self.whole, text) = (whole, whole.whole) }
  }

  private static func withoutSpaces(_ line: Substring) -> Substring {
    line.lastIndex { $0 != " " }.map { line[...$0] } ?? ""
  }

  private static func direction(of layout: OpaquePointer) -> PangoDirection {
    pango_layout_line_get_resolved_direction(pango_layout_get_line_readonly(layout, 0))
  }

  /// Breaks a part of a text into lines and passes on each; returns whether text was left out.
  ///
  /// If a word is too long for a line, Pango shapes all the rest of the word again for every line, which takes time by
  /// the square of its length. So long text is broken piece by piece. The end of a piece may change its last line and
  /// where that begins; both are broken again with the next piece.
  @discardableResult
  private func breakPart(
    _ part: TextPart, width: Double?, limit: Int?, _ body: (OpaquePointer, Int) -> Void
  ) -> Bool {
    var (rest, left, size) = (part, limit, Self.firstPiece)
    let isLong = width != nil && rest.text.utf8.count > Self.pieceLimit
    while isLong {
      var piece = rest
      piece.text = rest.text.prefix(size)
      if piece.text.endIndex == rest.text.endIndex { break }
      let shown: (lines: Int, end: Int)? = withLayout(of: piece, width: width, limit: nil) {
        layout in
        let count = Int(pango_layout_get_line_count(layout))
        guard count >= Self.leastLines else { return nil }
        let lines = min(count - 2, left.map { $0 - 1 } ?? count)
        for index in 0..<lines { body(layout, index) }
        // The text's own direction, which pieces from its middle might not show.
        rest.direction = rest.direction ?? Self.direction(of: layout)
        return (
          lines, Int(pango_layout_get_line_readonly(layout, Int32(lines)).pointee.start_index)
        )
      }
      guard let shown else {
        size *= 2
        continue
      }
      rest.text = rest.text[rest.text.utf8.index(rest.text.startIndex, offsetBy: shown.end)...]
      rest.offset += shown.end
      left = left.map { $0 - shown.lines }
      if left == 1 {
        rest.text = Self.ends(of: rest.text, size, rest.whole.run.truncation)
        break
      }
    }
    return withLayout(of: rest, width: width, limit: left) { layout in
      for index in 0..<Int(pango_layout_get_line_count(layout)) { body(layout, index) }
      return pango_layout_is_ellipsized(layout) != 0
    }
  }

  /// The visible part of a text in one line, if its characters fill several.
  private static func ends(
    of text: Substring, _ size: Int, _ truncation: TextRun.Truncation
  ) -> Substring {
    let start = text.prefix(size)
    if truncation == .tail || start.endIndex == text.endIndex { return start }
    return (start + text[start.endIndex...].suffix(size))[...]
  }

  private static func width(ofLine index: Int, in layout: OpaquePointer) -> Double {
    var extents = PangoRectangle()
    pango_layout_line_get_extents(
      pango_layout_get_line_readonly(layout, Int32(index)), nil, &extents)
    return Double(extents.width) / Double(PANGO_SCALE)
  }

  /// Lays out a text with the font and colours of a run; a piece of a text gets that text's direction.
  private func withLayout<Result>(
    of part: TextPart, width: Double?, limit: Int?, _ body: (OpaquePointer) -> Result
  ) -> Result {
    let (run, text) = (part.whole.run, String(part.text))
    let layout: OpaquePointer = pango_layout_new(context)
    let ownDirection = pango_context_get_base_dir(context)
    defer {
      g_object_unref(UnsafeMutableRawPointer(layout))
      pango_context_set_base_dir(context, ownDirection)
    }
    if let direction = part.direction {
      pango_context_set_base_dir(context, direction)
      pango_layout_set_auto_dir(layout, 0)
    }
    pango_layout_set_text(layout, text, Int32(text.utf8.count))
    let description = description(of: run.font)
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    let attributes = attributes(of: part.whole, from: part.offset)
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    if width != nil || limit != nil {
      pango_layout_set_width(layout, Self.units(width ?? Self.widest))
    }
    if let limit {
      pango_layout_set_height(layout, -Int32(clamping: limit))
      pango_layout_set_ellipsize(layout, run.truncation.ellipsize)
    }
    return body(layout)
  }

  /// Wider than any text; Pango counts 1/1024 points in 32 bits.
  private static let widest = 1_000_000.0

  private static func units(_ points: Double) -> Int32 {
    Int32(min(max(0, points), widest) * Double(PANGO_SCALE))
  }

  private func description(of font: Font) -> OpaquePointer {
    let (name, standIn) = choice.family(for: font.family)
    if let standIn { standIns.insert(standIn) }
    let description: OpaquePointer = pango_font_description_new()
    if !name.isEmpty { pango_font_description_set_family(description, name) }
    pango_font_description_set_weight(
      description, PangoWeight(rawValue: PangoWeight.RawValue(clamping: font.weight)))
    pango_font_description_set_absolute_size(description, font.size * Double(PANGO_SCALE))
    if font.isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
    return description
  }

  /// The attributes of a part of a text that begins so many bytes after its beginning.
  private func attributes(of text: StyledText, from offset: Int) -> OpaquePointer {
    let attributes: OpaquePointer = pango_attr_list_new()
    if text.run.isStruckThrough {
      pango_attr_list_insert(attributes, pango_attr_strikethrough_new(1))
    }
    guard !text.spans.isEmpty else {
      for attribute in Self.attributes(of: text.run.font) {
        pango_attr_list_insert(attributes, attribute)
      }
      return attributes
    }
    for (span, bytes) in text.spans where bytes.upperBound > offset {
      let description = description(of: span.font)
      let colour = look.drawn(span.colour)
      let looks =
        Self.attributes(of: span.font) + Self.attributes(of: colour)
        + [pango_attr_font_desc_new(description)]
      pango_font_description_free(description)
      for attribute in looks {
        attribute?.pointee.start_index = UInt32(max(0, bytes.lowerBound - offset))
        // An ellipsis after the end has the attributes of the last part.
        let isLast = bytes.upperBound == text.byteCount
        attribute?.pointee.end_index = isLast ? .max : UInt32(bytes.upperBound - offset)
        pango_attr_list_insert(attributes, attribute)
      }
    }
    return attributes
  }

  private static func attributes(of font: Font) -> [UnsafeMutablePointer<PangoAttribute>?] {
    var attributes: [UnsafeMutablePointer<PangoAttribute>?] = []
    let tracking = Int32(font.tracking * Double(PANGO_SCALE))
    if tracking != 0 { attributes.append(pango_attr_letter_spacing_new(tracking)) }
    if font.hasMonospacedDigits { attributes.append(pango_attr_font_features_new("tnum=1")) }
    return attributes
  }

  private static func attributes(of colour: Colour) -> [UnsafeMutablePointer<PangoAttribute>?] {
    func part(_ sample: Double) -> UInt16 { UInt16((sample * 65535).rounded()) }
    return [
      pango_attr_foreground_new(part(colour.red), part(colour.green), part(colour.blue)),
      // 0 would mean opaque.
      pango_attr_foreground_alpha_new(max(1, part(colour.opacity))),
    ]
  }
}

/// A text in the form for Pango, with the bytes of each part.
private struct StyledText {
  let run: TextRun
  let whole: Substring
  /// The parts with different fonts or colours; empty if the text has none.
  let spans: [(span: TextSpan, bytes: Range<Int>)]

  init(_ run: TextRun) {
    self.run = run
    guard !run.spans.isEmpty else {
      (whole, spans) = (Self.cleaned(run.text)[...], [])
      return
    }
    var (text, spans) = ("", [(span: TextSpan, bytes: Range<Int>)]())
    for span in run.spans {
      let start = text.utf8.count
      text += Self.cleaned(span.text)
      spans.append((span, start..<text.utf8.count))
    }
    (whole, self.spans) = (text[...], spans)
  }

  var byteCount: Int { whole.utf8.count }

  func offset(of index: Substring.Index) -> Int {
    whole.utf8.distance(from: whole.startIndex, to: index)
  }

  /// The text with line breaks that do not end paragraphs, as a limit of lines counts in each paragraph, and spaces
  /// for other control characters.
  private static func cleaned(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2029}": scalars.append("\u{2028}")
      default: scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
      }
    }
    return String(scalars)
  }
}

extension TextRun.Truncation {
  fileprivate var ellipsize: PangoEllipsizeMode {
    switch self {
    case .head: PANGO_ELLIPSIZE_START
    case .middle: PANGO_ELLIPSIZE_MIDDLE
    case .tail, .fade: PANGO_ELLIPSIZE_END
    }
  }
}

/// A family that a template asks for, with the one that was drawn instead.
public struct StandIn: Hashable, Sendable, CustomStringConvertible {
  /// Apple's name of the family, or the template's.
  public let asked: String
  /// The family that was drawn; empty if the system chose it.
  public let drawn: String

  /// Both, as a part of a sentence.
  public var description: String {
    "\(drawn.isEmpty ? "the system's default" : drawn) for \(asked)"
  }
}

/// The installed families that are drawn for the families that templates ask for (decision 0721).
struct FontChoice: Sendable {
  /// A family, its names on Apple's systems, and its substitutes, the best first.
  private static let families: [String: (names: [String], standIns: [String])] = [
    "system": (["SF Pro", "SF Pro Text", "SF Pro Display"], ["Inter"]),
    "rounded": (["SF Pro Rounded", "SF Rounded"], ["Inter"]),
    "serif": (["Georgia"], ["Gelasio", "Charis SIL"]),
    "Georgia": (["Georgia"], ["Gelasio", "Charis SIL"]),
  ]

  let installed: Set<String>

  /// Finds the families that are installed now.
  static var ofThisSystem: FontChoice {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(cpango_font_map(), &families, &count)
    let all = UnsafeBufferPointer(start: families, count: Int(count))
    defer { g_free(families) }
    return FontChoice(installed: Set(all.map { String(cString: pango_font_family_get_name($0)) }))
  }

  /// Apple's families that are neither installed nor have a substitute, sorted.
  var missing: [String] {
    let lacking = Self.families.values.filter { names, standIns in
      (names + standIns).allSatisfy { !installed.contains($0) }
    }
    return Set(lacking.map { $0.names[0] }).sorted()
  }

  /// Colour fonts with emoji; Cairo draws both, as they are bitmaps.
  private static let emoji = ["Apple Color Emoji", "Noto Color Emoji"]

  var hasEmoji: Bool { Self.emoji.contains(where: installed.contains) }

  static let emojiRemedy = "Emoji come with 'sudo apt install fonts-noto-color-emoji' (Debian)."

  /// The family to draw, and the substitution if it is one.
  func family(for asked: String) -> (name: String, standIn: StandIn?) {
    let known = Self.families[asked] ?? ([asked], [])
    if let own = known.names.first(where: installed.contains) { return (own, nil) }
    let name = known.standIns.first(where: installed.contains) ?? ""
    return (name, StandIn(asked: known.names[0], drawn: name))
  }
}
