internal import CPango
internal import Foundation
internal import Imaging
internal import WidgetPreview

final class Painter {
  private let canvas: CairoCanvas
  private let text: PangoText
  private let pictures: [String: Raster]
  private let deadline: Deadline?
  private let symbols: SymbolFolder?
  private var ownNotes: [String] = []

  /// Notes about views that could not be drawn as requested, as sentences.
  var notes: [String] {
    guard !text.unknown.isEmpty else { return ownNotes }
    let texts = text.unknown.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return ownNotes + [
      "No installed font has all characters of \(texts); boxes stand in. "
        + FontChoice.emojiRemedy
    ]
  }

  init(
    canvas: CairoCanvas, text: PangoText, pictures: [String: Raster], symbols: SymbolFolder?,
    _ deadline: Deadline?
  ) {
    (self.canvas, self.text, self.pictures) = (canvas, text, pictures)
    (self.symbols, self.deadline) = (symbols, deadline)
  }

  private var cairo: OpaquePointer { canvas.cairo }

  func draw(_ view: LaidOut) throws {
    try deadline?.check()
    let style = view.node.style
    guard style.opacity > 0 else { return }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_translate(cairo, style.offset.width, style.offset.height)
    if style.rotation != 0 { canvas.rotate(by: style.rotation, around: view.frame) }
    let isGroup = style.opacity < 1 || style.blur > 0 || style.shadow != nil
    if isGroup { cairo_push_group(cairo) }
    try drawStyled(view)
    guard isGroup else { return }
    let group = CanvasGroup(on: cairo)
    if style.blur > 0 { group.blur(by: style.blur * canvas.scale) }
    if let shadow = style.shadow { canvas.cast(shadow, of: group, opacity: style.opacity) }
    group.paint(opacity: style.opacity)
  }

  /// Draws a view with its background and overlay.
  private func drawStyled(_ view: LaidOut) throws {
    let style = view.node.style
    let radius = if case .shape = view.node.content { 0.0 } else { style.cornerRadius }
    cairo_save(cairo)
    if radius > 0 {
      canvas.addRectangle(view.frame, cornerRadius: radius)
      cairo_clip(cairo)
    }
    if style.backdropBlur > 0 {
      canvas.saving {
        canvas.addRectangle(view.frame, cornerRadius: 0)
        cairo_clip(cairo)
        canvas.blurBackdrop(by: style.backdropBlur)
      }
    }
    if let background = style.background {
      canvas.addRectangle(view.frame, cornerRadius: 0)
      canvas.fill(background, over: view.frame)
    }
    for layer in view.underlay { try draw(layer) }
    try drawContent(view)
    if case .widget(_, let scale, _) = view.node.content {
      cairo_translate(cairo, view.content.x, view.content.y)
      cairo_scale(cairo, scale, scale)
    }
    for child in view.children { try draw(child) }
    cairo_restore(cairo)
    if let border = style.border { canvas.stroke(border, view.frame, cornerRadius: radius) }
    for layer in view.overlay { try draw(layer) }
  }

  private func drawContent(_ view: LaidOut) throws {
    let frame = view.content
    switch view.node.content {
    case .text(let run):
      guard let lines = view.lines else { return }
      guard canvas.isRecoloured, run.text.hasEmoji else {
        canvas.use(run.colour)
        return text.draw(run, lines, in: frame, on: cairo)
      }
      // Emoji have their own colours, which the system removes.
      cairo_push_group(cairo)
      text.draw(run, lines, in: frame, on: cairo)
      let group = CanvasGroup(on: cairo)
      canvas.use(run.colour)
      group.paintSilhouette(blurredBy: 0)
    case .shape(let shape): draw(shape, in: frame)
    case .divider(let colour):
      canvas.addRectangle(frame, cornerRadius: 0)
      canvas.fill(.colour(colour), over: frame)
    case .symbol(let name, let size, let weight, let colour):
      if let picture = picture(ofSymbol: name, size: size) {
        return canvas.draw(shapeOf: picture, in: frame, colour)
      }
      (drawing(ofSymbol: name) ?? .unknown).draw(
        on: canvas, in: frame, size: size, weight: weight, colour: colour)
    case .gauge(let gauge) where gauge.style.isCapacity: drawCapacity(gauge, in: frame)
    case .gauge(let gauge): draw(gauge, in: frame)
    case .image(let name, let fills): try draw(name, fills, in: frame)
    case .stack, .grid, .zstack, .spacer, .viewThatFits, .widget: break
    }
  }

  /// A symbol of the user's folder, in the pixels needed here; `nil` if it cannot be drawn.
  private func picture(ofSymbol name: String, size: Double) -> PNGPixels? {
    let side = Int((size * canvas.scale).rounded(.up))
    guard (1...SymbolFolder.sideLimit).contains(side) else { return nil }
    do {
      return try symbols?.picture(name, side: side)
    } catch {
      note("The symbol '\(name).svg' \(error.words); photoprep's own stands in.")
      return nil
    }
  }

  /// Our drawing of a symbol; if there is none, a note suggests a similar name.
  private func drawing(ofSymbol name: String) -> SymbolDrawing? {
    if let drawing = SymbolDrawing(name) { return drawing }
    let meant = Nearness.nearest(to: name, among: SymbolDrawing.names.union(symbols?.names ?? []))
    let question = meant.map { " Did you mean '\($0)'?" } ?? ""
    note("There is no drawing of the symbol '\(name)'; a dotted square stands in.\(question)")
    return nil
  }

  private func note(_ sentence: String) {
    if !ownNotes.contains(sentence) { ownNotes.append(sentence) }
  }
}

extension String {
  /// Whether a character of it may be drawn in its own colours.
  fileprivate var hasEmoji: Bool {
    unicodeScalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
  }
}

extension Painter {
  private func draw(_ shape: Shape, in frame: Frame) {
    let round = min(frame.size.width, frame.size.height) / 2
    let radius: Double
    switch shape.kind {
    case .rectangle(let cornerRadius): radius = cornerRadius
    case .circle, .capsule: radius = round
    case .path(let path): return draw(path, shape, in: frame)
    }
    if let fill = shape.fill {
      canvas.addRectangle(frame, cornerRadius: radius)
      canvas.fill(fill, over: frame)
    }
    if let stroke = shape.stroke { canvas.stroke(stroke, frame, cornerRadius: radius) }
  }

  private func draw(_ path: ShapePath, _ shape: Shape, in frame: Frame) {
    if let fill = shape.fill {
      canvas.addPath(path, in: frame)
      canvas.fill(fill, over: frame)
    }
    if let stroke = shape.stroke {
      canvas.addPath(path, in: frame)
      canvas.use(stroke.colour)
      cairo_set_line_width(cairo, stroke.width)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke(cairo)
    }
  }

  /// Adds a gauge's ring or bar to the path, from its beginning to a part of its length; returns the end point.
  @discardableResult
  private func add(
    _ gauge: Gauge, to part: Double, _ line: Double, in frame: Frame
  ) -> (Double, Double) {
    let (middleX, middleY) = (frame.x + frame.size.width / 2, frame.y + frame.size.height / 2)
    cairo_set_line_width(cairo, line)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_new_sub_path(cairo)
    if gauge.style.isLinear {
      let end = frame.x + line / 2 + (frame.size.width - line) * part
      cairo_move_to(cairo, frame.x + line / 2, middleY)
      cairo_line_to(cairo, end, middleY)
      return (end, middleY)
    }
    let radius = (frame.size.width - line) / 2
    let isOpen = gauge.style == .circular
    let start = isOpen ? GaugeShape.angles.start : -.pi / 2
    let end = start + (isOpen ? GaugeShape.angles.sweep : 2 * .pi) * part
    cairo_arc(cairo, middleX, middleY, radius, start, end)
    return (middleX + radius * cos(end), middleY + radius * sin(end))
  }

  private func line(of gauge: Gauge, in frame: Frame) -> Double? {
    let line = gauge.style.isLinear ? frame.size.height : GaugeShape.line * frame.size.width
    return line > 0 && frame.size.width > line ? line : nil
  }

  /// Draws a ring or a bar up to the value, and the rest of it fainter.
  private func drawCapacity(_ gauge: Gauge, in frame: Frame) {
    guard let line = line(of: gauge, in: frame) else { return }
    cairo_push_group(cairo)
    canvas.use(gauge.tint)
    add(gauge, to: 1, line, in: frame)
    cairo_stroke(cairo)
    CanvasGroup(on: cairo).paint(opacity: GaugeShape.rest)
    guard gauge.fraction > 0 else { return }
    canvas.use(gauge.tint)
    add(gauge, to: gauge.fraction, line, in: frame)
    cairo_stroke(cairo)
  }

  private func draw(_ gauge: Gauge, in frame: Frame) {
    guard let line = line(of: gauge, in: frame) else { return }
    cairo_push_group(cairo)
    canvas.use(gauge.tint)
    let place = add(gauge, to: gauge.fraction, line, in: frame)
    cairo_new_path(cairo)
    func dot(_ diameter: Double) {
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, place.0, place.1, diameter * line / 2, 0, 2 * .pi)
      cairo_fill(cairo)
    }
    add(gauge, to: 1, line, in: frame)
    cairo_stroke(cairo)
    cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
    dot(GaugeShape.markerGap)
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    canvas.use(gauge.marker)
    dot(1)
    CanvasGroup(on: cairo).paint()
  }

  /// Draws a picture: the whole of it, or the middle part of the frame's shape.
  private func draw(_ name: String, _ fills: Bool, in frame: Frame) throws {
    guard let picture = pictures[name] else {
      note("There is no picture '\(name)'; its place is grey.")
      canvas.addRectangle(frame, cornerRadius: 0)
      return canvas.fill(.colour(Colour(red: 0.5, green: 0.5, blue: 0.5)), over: frame)
    }
    let size = PixelSize(
      width: max(1, Int((frame.size.width * canvas.scale).rounded())),
      height: max(1, Int((frame.size.height * canvas.scale).rounded())))
    let part = fills ? Self.middle(of: picture.size, shapedAs: size) : .full
    let fitting = picture.size == size ? picture : try picture.cropped(to: part, resizedTo: size)
    canvas.draw(try fitting.words(), size, at: frame)
  }

  private static func middle(of size: PixelSize, shapedAs shape: PixelSize) -> NormalizedRect {
    let wide = Double(size.width) / Double(shape.width)
    let high = Double(size.height) / Double(shape.height)
    let (width, height) = (min(1, high / wide), min(1, wide / high))
    return NormalizedRect(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
  }
}
