internal import CPango
internal import WidgetPreview

/// A corner whose curvature grows from zero, as Apple's systems draw it: three cubic curves with numbers measured on
/// `UIBezierPath` (PaintCode, "Code for iOS 7 Rounded Rectangles", 2013; decision 0722).
struct ContinuousCorner {
  /// The length of the corner along each side, in radii.
  static let reach = 1.528665

  /// The curves from one side to the other, each as two control points and its end: distances along the first side and
  /// from it, in radii, counted from the corner.
  private static let curves: [[(along: Double, away: Double)]] = [
    [(1.08849296, 0), (0.86840694, 0), (0.63149379, 0.07491139)],
    [(0.37282383, 0.16905956), (0.16905956, 0.37282383), (0.07491139, 0.63149379)],
    [(0, 0.86840694), (0, 1.08849296), (0, reach)],
  ]

  let radius: Double

  /// Adds a rectangle with four such corners to a path.
  func addRectangle(_ frame: Frame, to cairo: OpaquePointer) {
    let (left, top) = (frame.x, frame.y)
    let (right, bottom) = (left + frame.size.width, top + frame.size.height)
    // Each corner with the direction along the side that leads to it.
    let corners = [
      (right, top, 1.0, 0.0), (right, bottom, 0, 1), (left, bottom, -1, 0), (left, top, 0, -1),
    ]
    cairo_new_sub_path(cairo)
    for (x, y, alongX, alongY) in corners {
      func place(_ point: (along: Double, away: Double)) -> (Double, Double) {
        let (along, away) = (-point.along * radius, point.away * radius)
        return (x + along * alongX - away * alongY, y + along * alongY + away * alongX)
      }
      let start = place((Self.reach, 0))
      cairo_line_to(cairo, start.0, start.1)
      for curve in Self.curves {
        let (first, second, end) = (place(curve[0]), place(curve[1]), place(curve[2]))
        cairo_curve_to(cairo, first.0, first.1, second.0, second.1, end.0, end.1)
      }
    }
    cairo_close_path(cairo)
  }
}
