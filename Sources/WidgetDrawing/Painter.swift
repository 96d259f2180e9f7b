internal import CPango
internal import Imaging
internal import PhotoGeometry
internal import WidgetPreview

/// Draws laid out views on a canvas.
final class Painter {
  private let canvas: CairoCanvas
  private let text: PangoText
  private let pictures: [String: Raster]
  private let deadline: Deadline?
  private(set) var notes: [String] = []

  init(canvas: CairoCanvas, text: PangoText, pictures: [String: Raster], _ deadline: Deadline?) {
    (self.canvas, self.text, self.pictures) = (canvas, text, pictures)
    self.deadline = deadline
  }

  private var cairo: OpaquePointer { canvas.cairo }

  /// Draws a view and all inside it.
  func draw(_ view: LaidOut) throws {
    try deadline?.check()
    let style = view.node.style
    guard style.opacity > 0 else { return }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    if style.opacity < 1 { cairo_push_group(cairo) }
    let radius = if case .shape = view.node.content { 0.0 } else { style.cornerRadius }
    cairo_save(cairo)
    if radius > 0 {
      canvas.addRectangle(view.frame, cornerRadius: radius)
      cairo_clip(cairo)
    }
    if let background = style.background {
      canvas.addRectangle(view.frame, cornerRadius: 0)
      canvas.fill(background, over: view.frame)
    }
    try drawContent(view)
    if case .widget(_, let scale, _) = view.node.content {
      cairo_translate(cairo, view.content.x, view.content.y)
      cairo_scale(cairo, scale, scale)
    }
    for child in view.children { try draw(child) }
    cairo_restore(cairo)
    if let border = style.border { canvas.stroke(border, view.frame, cornerRadius: radius) }
    if style.opacity < 1 {
      cairo_pop_group_to_source(cairo)
      cairo_paint_with_alpha(cairo, style.opacity)
    }
  }

  private func drawContent(_ view: LaidOut) throws {
    let frame = view.content
    switch view.node.content {
    case .text(let run):
      guard let lines = view.lines else { return }
      canvas.use(run.colour)
      text.draw(run, lines, in: frame, on: cairo)
    case .shape(let shape): draw(shape, in: frame)
    case .divider(let colour):
      canvas.addRectangle(frame, cornerRadius: 0)
      canvas.fill(.colour(colour), over: frame)
    case .symbol(let name, let size, let colour):
      let drawing = SymbolDrawing(name)
      if drawing == nil {
        note("There is no drawing of the symbol '\(name)'; a dotted square stands in.")
      }
      (drawing ?? .unknown).draw(on: canvas, in: frame, size: size, colour: colour)
    case .gauge(let gauge): draw(gauge, in: frame)
    case .image(let name, let fills): try draw(name, fills, in: frame)
    case .stack, .zstack, .spacer, .viewThatFits, .widget: break
    }
  }

  private func note(_ sentence: String) {
    if !notes.contains(sentence) { notes.append(sentence) }
  }
}

extension Painter {
  private func draw(_ shape: Shape, in frame: Frame) {
    let round = min(frame.size.width, frame.size.height) / 2
    let radius =
      switch shape.kind {
      case .rectangle(let cornerRadius): cornerRadius
      case .circle, .capsule: round
      }
    if let fill = shape.fill {
      canvas.addRectangle(frame, cornerRadius: radius)
      canvas.fill(fill, over: frame)
    }
    if let stroke = shape.stroke { canvas.stroke(stroke, frame, cornerRadius: radius) }
  }

  private func draw(_ gauge: Gauge, in frame: Frame) {
    let line = GaugeShape.line * frame.size.width
    let radius = (frame.size.width - line) / 2
    guard radius > 0 else { return }
    let center = (frame.x + frame.size.width / 2, frame.y + frame.size.height / 2)
    let (start, sweep) = GaugeShape.angles
    cairo_set_line_width(cairo, line)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    func arc(_ fraction: Double, _ opacity: Double) {
      var colour = gauge.tint
      colour.opacity *= opacity
      canvas.use(colour)
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, center.0, center.1, radius, start, start + sweep * fraction)
      cairo_stroke(cairo)
    }
    arc(1, 0.3)
    if gauge.fraction > 0 { arc(gauge.fraction, 1) }
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
    let rgb = try fitting.rgb()
    canvas.draw(rgb, size, at: frame)
  }

  private static func middle(of size: PixelSize, shapedAs shape: PixelSize) -> NormalizedRect {
    let wide = Double(size.width) / Double(shape.width)
    let high = Double(size.height) / Double(shape.height)
    let (width, height) = (min(1, high / wide), min(1, wide / high))
    return NormalizedRect(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
  }
}
