internal import CPango
internal import WidgetPreview

/// Measures and draws text by Pango, in points, on the thread that made it.
final class PangoText: TextMeasuring {
  private let context: OpaquePointer
  private let choice: FontChoice
  private(set) var standIns: Set<StandIn> = []

  /// The thread's own map of fonts, which keeps them from one picture to the next.
  init(_ choice: FontChoice) {
    self.choice = choice
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
    var widths: [Double] = []
    let isTruncated = forEachLine(of: run, width: width, limit: limit) { layout, index in
      widths.append(Self.width(ofLine: index, in: layout))
    }
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

  /// Draws the lines of a text at its place in points.
  func draw(_ run: TextRun, _ lines: TextLines, in frame: Frame, on cairo: OpaquePointer) {
    let metrics = lineMetrics(of: run.font)
    let height = metrics.height * run.font.size
    let pitch = height + run.spacing(between: height)
    // Greedy breaking ends lines at the same words in the width of the longest line.
    let isWhole = lines.widths.count == 1 && !lines.isTruncated
    let width = isWhole ? nil : frame.size.width + 0.01
    var number = 0
    forEachLine(of: run, width: width, limit: lines.widths.count) { layout, index in
      defer { number += 1 }
      guard number < lines.widths.count else { return }
      let slack = frame.size.width - Self.width(ofLine: index, in: layout)
      cairo_move_to(
        cairo, frame.x + slack * run.alignment.fraction,
        frame.y + Double(number) * pitch + metrics.ascent * run.font.size)
      pango_cairo_show_layout_line(cairo, pango_layout_get_line_readonly(layout, Int32(index)))
    }
  }
}

// MARK: Breaking text into lines

extension PangoText {
  /// Text of fewer bytes is broken in one piece; our choice: several times what a widget shows.
  private static let pieceLimit = 1000

  /// The characters of the first piece of a long text, and the lines that a piece has at least; our choice.
  private static let (firstPiece, leastLines) = (64, 8)

  /// Breaks a text into lines and hands over each: the layout that has it, and its place in there.
  ///
  /// For every line of a word that is too long for one, Pango shapes all that is left of the word again, which
  /// takes time by the square of its length. So long text is broken piece by piece. Where a piece ends may
  /// change its last line, and where that begins; both are broken again with the next piece.
  ///
  /// - Returns: Whether text was left out.
  @discardableResult
  private func forEachLine(
    of run: TextRun, width: Double?, limit: Int?, _ body: (OpaquePointer, Int) -> Void
  ) -> Bool {
    var rest = Self.cleaned(run.text)[...]
    var (left, size) = (limit, Self.firstPiece)
    let isLong = width != nil && rest.utf8.count > Self.pieceLimit
    var direction: PangoDirection?
    while isLong {
      let piece = rest.prefix(size)
      if piece.endIndex == rest.endIndex { break }
      let shown: (lines: Int, end: Int)? = withLayout(
        String(piece), run, width: width, limit: nil, direction
      ) { layout in
        let count = Int(pango_layout_get_line_count(layout))
        guard count >= Self.leastLines else { return nil }
        let lines = min(count - 2, left.map { $0 - 1 } ?? count)
        for index in 0..<lines { body(layout, index) }
        // The text's own, which pieces that begin in its middle might take otherwise.
        direction = pango_layout_line_get_resolved_direction(
          pango_layout_get_line_readonly(layout, 0))
        return (
          lines, Int(pango_layout_get_line_readonly(layout, Int32(lines)).pointee.start_index)
        )
      }
      guard let shown else {
        size *= 2
        continue
      }
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: shown.end)...]
      left = left.map { $0 - shown.lines }
      if left == 1 {
        rest = Self.ends(of: rest, size, run.truncation)
        break
      }
    }
    return withLayout(String(rest), run, width: width, limit: left, direction) { layout in
      for index in 0..<Int(pango_layout_get_line_count(layout)) { body(layout, index) }
      return pango_layout_is_ellipsized(layout) != 0
    }
  }

  /// What can be seen of a text in one line, of which so many characters fill several.
  private static func ends(
    of text: Substring, _ size: Int, _ truncation: TextRun.Truncation
  ) -> Substring {
    let start = text.prefix(size)
    if truncation == .tail || start.endIndex == text.endIndex { return start }
    return (start + text[start.endIndex...].suffix(size))[...]
  }
}

extension PangoText {
  private static func width(ofLine index: Int, in layout: OpaquePointer) -> Double {
    var extents = PangoRectangle()
    pango_layout_line_get_extents(
      pango_layout_get_line_readonly(layout, Int32(index)), nil, &extents)
    return Double(extents.width) / Double(PANGO_SCALE)
  }

  /// Lays a text out in the looks of a run; in a direction where it is a piece of a text that has that.
  private func withLayout<Result>(
    _ text: String, _ run: TextRun, width: Double?, limit: Int?, _ direction: PangoDirection?,
    _ body: (OpaquePointer) -> Result
  ) -> Result {
    let layout: OpaquePointer = pango_layout_new(context)
    let ownDirection = pango_context_get_base_dir(context)
    defer {
      g_object_unref(UnsafeMutableRawPointer(layout))
      pango_context_set_base_dir(context, ownDirection)
    }
    if let direction {
      pango_context_set_base_dir(context, direction)
      pango_layout_set_auto_dir(layout, 0)
    }
    pango_layout_set_text(layout, text, Int32(text.utf8.count))
    let description = description(of: run.font)
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    let attributes = attributes(of: run)
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

  /// The text with its line ends as those that do not end paragraphs, as a limit of lines counts in
  /// each of these, and spaces for other control characters.
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

  private func description(of font: Font) -> OpaquePointer {
    let (name, standIn) = choice.family(for: font.family)
    if let standIn { standIns.insert(standIn) }
    let description: OpaquePointer = pango_font_description_new()
    if !name.isEmpty { pango_font_description_set_family(description, name) }
    pango_font_description_set_weight(
      description, PangoWeight(rawValue: PangoWeight.RawValue(clamping: font.weight)))
    pango_font_description_set_absolute_size(description, font.size * Double(PANGO_SCALE))
    return description
  }

  private func attributes(of run: TextRun) -> OpaquePointer {
    let attributes: OpaquePointer = pango_attr_list_new()
    let tracking = Int32(run.font.tracking * Double(PANGO_SCALE))
    if tracking != 0 { pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(tracking)) }
    if run.isStruckThrough {
      pango_attr_list_insert(attributes, pango_attr_strikethrough_new(1))
    }
    return attributes
  }
}

extension TextRun.Truncation {
  fileprivate var ellipsize: PangoEllipsizeMode {
    switch self {
    case .head: PANGO_ELLIPSIZE_START
    case .middle: PANGO_ELLIPSIZE_MIDDLE
    case .tail: PANGO_ELLIPSIZE_END
    }
  }
}
