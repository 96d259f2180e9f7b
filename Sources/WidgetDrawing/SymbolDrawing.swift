internal import CPango
internal import WidgetPreview

/// One of our own drawings of the symbols that templates name, on a square of 24 by 24.
struct SymbolDrawing {
  /// A step of a drawing.
  private enum Step {
    case line([(Double, Double)])
    case area([(Double, Double)])
    case circle(Double, Double, Double, isFilled: Bool)
    case rectangle(Double, Double, Double, Double, cornerRadius: Double, isFilled: Bool)
    case hole(Double, Double, Double, Double)
  }

  private let steps: [Step]

  private init(steps: [Step]) { self.steps = steps }

  /// A dotted square, for symbols that are not drawn here.
  static let unknown = SymbolDrawing(
    steps: stride(from: 4.0, through: 20, by: 4).flatMap { place -> [Step] in
      [(place, 4), (place, 20), (4, place), (20, place)].map {
        .circle($0.0, $0.1, 1, isFilled: true)
      }
    })

  /// The drawing of a symbol; `nil` without one.
  init?(_ name: String) {
    guard let steps = Self.all[name] else { return nil }
    self.steps = steps
  }

  /// The names of the symbols that are drawn.
  static var names: [String] { all.keys.sorted() }

  private static let check: Step = .line([(5, 13), (10, 18), (19, 6)])
  private static let ribbon: [Step] = [
    .line([(12, 7), (8, 3), (6, 5), (8, 7), (12, 7), (16, 3), (18, 5), (16, 7), (12, 7)])
  ]
  private static let windows = [(6.0, 6.0), (9.5, 6), (6, 10), (9.5, 10), (6, 14), (9.5, 14)]

  /// A star of four points around a place.
  private static func sparkle(_ x: Double, _ y: Double, _ radius: Double) -> Step {
    let near = radius / 4
    return .area([
      (x, y - radius), (x + near, y - near), (x + radius, y), (x + near, y + near),
      (x, y + radius), (x - near, y + near), (x - radius, y), (x - near, y - near),
    ])
  }

  private static let all: [String: [Step]] = [
    "square": [.rectangle(3, 3, 18, 18, cornerRadius: 4, isFilled: false)],
    "checkmark": [check],
    "checkmark.square": [.rectangle(3, 3, 18, 18, cornerRadius: 4, isFilled: false), check],
    "circle": [.circle(12, 12, 9, isFilled: false)],
    "circle.fill": [.circle(12, 12, 10, isFilled: true)],
    "gift": [
      .rectangle(3, 7, 18, 4, cornerRadius: 1, isFilled: false),
      .rectangle(5, 11, 14, 10, cornerRadius: 1, isFilled: false), .line([(12, 7), (12, 21)]),
    ] + ribbon,
    "gift.fill": [
      .rectangle(2, 7, 20, 4, cornerRadius: 1, isFilled: true),
      .rectangle(4, 12, 16, 10, cornerRadius: 1, isFilled: true), .hole(11.3, 7, 1.4, 15),
    ] + ribbon,
    "building.2.fill": [
      .rectangle(3, 3, 11, 19, cornerRadius: 1, isFilled: true),
      .rectangle(15, 9, 7, 13, cornerRadius: 1, isFilled: true), .hole(17.5, 12, 2, 2),
      .hole(17.5, 16, 2, 2), .hole(7.5, 18, 2, 4),
    ] + windows.map { .hole($0.0, $0.1, 2, 2) },
    "figure.walk": [
      .circle(13, 3.5, 2.2, isFilled: true), .line([(12.5, 8), (11, 14), (14, 17), (15, 22)]),
      .line([(11, 14), (9.5, 18), (6.5, 22)]),
      .line([(7.5, 13), (9, 9), (12.5, 8), (15, 11), (18, 12)]),
    ],
    "hand.tap": [
      .line([
        (9, 16), (9, 6), (10.5, 4.8), (12, 6), (12, 12), (18, 13.5), (19, 15), (18, 20), (16, 22),
        (11, 22), (9, 20), (5, 15), (6.5, 13.5), (9, 16),
      ]), .line([(6, 8), (5.5, 5), (7.5, 2.5), (10.5, 1.5), (13.5, 2.5), (15.5, 5), (15, 8)]),
    ],
    "info.circle": [
      .circle(12, 12, 10, isFilled: false), .circle(12, 7.2, 1.3, isFilled: true),
      .line([(10.5, 11), (12.3, 11), (12.3, 17)]), .line([(10, 17), (14.5, 17)]),
    ],
    // The symbol of the app's first design.
    "sparkles": [sparkle(10, 14, 9), sparkle(18.5, 6, 5), sparkle(5, 4, 3.5)],
    "star.fill": [
      .area([
        (12, 2), (14.9, 8.6), (22, 9.3), (16.6, 14), (18.2, 21), (12, 17.3), (5.8, 21), (7.4, 14),
        (2, 9.3), (9.1, 8.6),
      ])
    ],
    "heart": [.line(heart + heart.prefix(1))], "heart.fill": [.area(heart)],
    "photo": [
      .rectangle(2, 4, 20, 16, cornerRadius: 3, isFilled: false),
      .circle(8, 9.5, 1.8, isFilled: true),
      .line([(3, 17), (9, 13), (12, 16), (16.5, 10.5), (21, 15.5)]),
    ],
    "cart.fill": [
      .line([(1.5, 4), (5, 4), (7.5, 16), (19, 16)]),
      .area([(5.8, 6), (22, 6), (20, 14), (7.4, 14)]),
      .circle(9, 20, 1.8, isFilled: true), .circle(17.5, 20, 1.8, isFilled: true),
    ],
    "calendar": [
      .rectangle(3, 5, 18, 16, cornerRadius: 3, isFilled: false), .line([(4, 9.5), (20, 9.5)]),
      .line([(8, 3), (8, 6)]), .line([(16, 3), (16, 6)]),
    ] + days.map { .circle($0.0, $0.1, 1.1, isFilled: true) },
    "sun.max.fill": [.circle(12, 12, 5, isFilled: true)] + rays.map { .line($0) },
  ]

  private static let heart = [
    (12.0, 21.0), (4, 13), (2.5, 9), (3.5, 5.5), (6.5, 3.5), (9.5, 4), (12, 7), (14.5, 4),
    (17.5, 3.5), (20.5, 5.5), (21.5, 9), (20, 13),
  ]
  private static let days = [(8.0, 13.0), (12, 13), (16, 13), (8, 17), (12, 17), (16, 17)]
  private static let rays: [[(Double, Double)]] = [
    [(12, 2), (12, 4)], [(12, 20), (12, 22)], [(2, 12), (4, 12)], [(20, 12), (22, 12)],
    [(5, 5), (6.4, 6.4)], [(17.6, 17.6), (19, 19)], [(5, 19), (6.4, 17.6)], [(17.6, 6.4), (19, 5)],
  ]

  /// Draws the symbol in the middle of a frame, `size` points large.
  func draw(on canvas: CairoCanvas, in frame: Frame, size: Double, colour: Colour) {
    let cairo = canvas.cairo
    canvas.saving {
      cairo_translate(
        cairo, frame.x + (frame.size.width - size) / 2, frame.y + (frame.size.height - size) / 2)
      cairo_scale(cairo, size / 24, size / 24)
      cairo_push_group(cairo)
      canvas.use(colour)
      cairo_set_line_width(cairo, 2)
      cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
      for step in steps { Self.draw(step, on: canvas) }
      cairo_pop_group_to_source(cairo)
      cairo_paint(cairo)
    }
  }

  private static func draw(_ step: Step, on canvas: CairoCanvas) {
    let cairo = canvas.cairo
    switch step {
    case .line(let points):
      path(points, cairo)
      cairo_stroke(cairo)
    case .area(let points):
      path(points, cairo)
      cairo_fill(cairo)
    case .circle(let x, let y, let radius, let isFilled):
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
      if isFilled { cairo_fill(cairo) } else { cairo_stroke(cairo) }
    case .rectangle(let x, let y, let width, let height, let cornerRadius, let isFilled):
      canvas.addRectangle(Frame(x, y, width, height), cornerRadius: cornerRadius)
      if isFilled { cairo_fill(cairo) } else { cairo_stroke(cairo) }
    case .hole(let x, let y, let width, let height):
      cairo_rectangle(cairo, x, y, width, height)
      cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
      cairo_fill(cairo)
      cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    }
  }

  private static func path(_ points: [(Double, Double)], _ cairo: OpaquePointer) {
    cairo_new_path(cairo)
    for point in points { cairo_line_to(cairo, point.0, point.1) }
  }
}
