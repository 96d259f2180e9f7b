internal import CPango
internal import Foundation
internal import Imaging
internal import WidgetPreview

/// A canvas of pixels for drawing views, in points.
final class CairoCanvas {
  let size: PixelSize
  let cairo: OpaquePointer
  private let surface: OpaquePointer
  private let look: RenderingLook

  init(_ size: PixelSize, scale: Double, look: RenderingLook = RenderingLook()) {
    (self.size, self.look) = (size, look)
    surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height))
    cairo = cairo_create(surface)
    cairo_scale(cairo, scale, scale)
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// The pixels, not premultiplied.
  func pixels() -> PNGPixels {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard let data = cairo_image_surface_get_data(surface) else {
      return PNGPixels(size: size, bytes: [UInt8](repeating: 0, count: size.area * 4))
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: size.area * 4) { target, count in
      guard var next = target.baseAddress else { return }
      for y in 0..<size.height {
        let row = UnsafeRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
        let pixels = UnsafeBufferPointer(start: row, count: size.width)
        if pixels.reduce(UInt32.max, &) >> 24 == 255 {
          Self.writeOpaque(pixels, to: next)
        } else {
          for (x, pixel) in pixels.enumerated() { Self.write(pixel, to: next + 4 * x) }
        }
        next += 4 * size.width
      }
      count = size.area * 4
    }
    return PNGPixels(size: size, bytes: bytes)
  }

  /// Red, green, blue and opacity of opaque pixels; written as whole words, several of which the compiler processes at
  /// once.
  private static func writeOpaque(
    _ pixels: UnsafeBufferPointer<UInt32>, to target: UnsafeMutablePointer<UInt8>
  ) {
    let words = UnsafeMutableRawPointer(target)
    for (x, pixel) in pixels.enumerated() {
      let word = pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16
      words.storeBytes(of: word.littleEndian, toByteOffset: 4 * x, as: UInt32.self)
    }
  }

  @inline(__always)
  private static func write(_ pixel: UInt32, to target: UnsafeMutablePointer<UInt8>) {
    let alpha = pixel >> 24
    func part(_ shift: UInt32) -> UInt8 {
      let value = pixel >> shift & 0xFF
      if alpha == 255 { return UInt8(value) }
      return alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha))
    }
    target[0] = part(16)
    target[1] = part(8)
    target[2] = part(0)
    target[3] = UInt8(alpha)
  }
}

// MARK: Paths and colours

extension CairoCanvas {
  /// The pixels of a point under the present transformation.
  var scale: Double {
    var (x, y) = (1.0, 0.0)
    cairo_user_to_device_distance(cairo, &x, &y)
    return (x * x + y * y).squareRoot()
  }

  private var isTurned: Bool {
    var (x, y) = (1.0, 0.0)
    cairo_user_to_device_distance(cairo, &x, &y)
    return abs(y) > 1e-9
  }

  func saving(_ body: () -> Void) {
    cairo_save(cairo)
    body()
    cairo_restore(cairo)
  }

  /// Rotates later drawing by degrees, clockwise, around the middle of a frame.
  func rotate(by degrees: Double, around frame: Frame) {
    let (x, y) = (frame.x + frame.size.width / 2, frame.y + frame.size.height / 2)
    cairo_translate(cairo, x, y)
    cairo_rotate(cairo, degrees * .pi / 180)
    cairo_translate(cairo, -x, -y)
  }

  func cast(_ shadow: Shadow, of group: CanvasGroup, opacity: Double) {
    let colour = look.drawn(shadow.colour)
    saving {
      cairo_translate(cairo, shadow.offset.width, shadow.offset.height)
      cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, colour.opacity * opacity)
      group.paintSilhouette(blurredBy: shadow.radius * scale)
    }
  }

  /// Adds a rectangle with round corners, limited to its size, to the path.
  ///
  /// The corners are continuous, as in SwiftUI and WidgetKit, if the sides are long enough for them.
  func addRectangle(_ frame: Frame, cornerRadius: Double) {
    let (width, height) = (frame.size.width, frame.size.height)
    let radius = min(cornerRadius, width / 2, height / 2)
    guard radius > 0 else { return cairo_rectangle(cairo, frame.x, frame.y, width, height) }
    if 2 * ContinuousCorner.reach * radius <= min(width, height) {
      return ContinuousCorner.addRectangle(frame, radius: radius, to: cairo)
    }
    cairo_new_sub_path(cairo)
    let corners = [
      (frame.x + width - radius, frame.y + radius),
      (frame.x + width - radius, frame.y + height - radius),
      (frame.x + radius, frame.y + height - radius), (frame.x + radius, frame.y + radius),
    ]
    for (index, corner) in corners.enumerated() {
      let start = (Double(index) - 1) * .pi / 2
      cairo_arc(cairo, corner.0, corner.1, radius, start, start + .pi / 2)
    }
    cairo_close_path(cairo)
  }

  /// Clears the area outside of a rectangle with round corners: faster than drawing everything clipped to it.
  func clear(outside frame: Frame, cornerRadius: Double) {
    saving {
      cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
      cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
      addRectangle(frame, cornerRadius: 0)
      addRectangle(frame, cornerRadius: cornerRadius)
      cairo_fill(cairo)
    }
  }

  /// Adds an outline, stretched to a frame, to the path.
  func addPath(_ path: ShapePath, in frame: Frame) {
    func place(_ point: PathPoint) -> (Double, Double) {
      (frame.x + point.x * frame.size.width, frame.y + point.y * frame.size.height)
    }
    for step in path.steps {
      switch step {
      case .move(let point): cairo_move_to(cairo, place(point).0, place(point).1)
      case .line(let point): cairo_line_to(cairo, place(point).0, place(point).1)
      case .curve(let first, let second, let end):
        let (first, second, end) = (place(first), place(second), place(end))
        cairo_curve_to(cairo, first.0, first.1, second.0, second.1, end.0, end.1)
      case .close: cairo_close_path(cairo)
      }
    }
  }

  /// Paints the present drawing again, blurred, inside the clip.
  func blurBackdrop(by radius: Double) {
    let target = cairo_get_group_target(cairo)
    cairo_surface_flush(target)
    cairo_push_group(cairo)
    saving {
      cairo_identity_matrix(cairo)
      cairo_set_source_surface(cairo, target, 0, 0)
      cairo_paint(cairo)
    }
    let group = CanvasGroup(on: cairo)
    group.blur(by: radius * scale)
    group.paint()
  }

  /// Whether the look changes the views' colours.
  var isRecoloured: Bool { look.rendering != .fullColor }

  /// Paints a colour over everything, unchanged in any look.
  func paint(_ colour: Colour) {
    cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, colour.opacity)
    cairo_paint(cairo)
  }

  func use(_ colour: Colour) {
    let colour = look.drawn(colour)
    cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, colour.opacity)
  }

  func fill(_ fill: Fill, over frame: Frame) {
    switch fill {
    case .colour(let colour): use(colour)
    case .gradient(let gradient):
      let places = gradient.places.map { (place: $0, colour: look.drawn($1)) }
      let (width, height) = (frame.size.width * scale, frame.size.height * scale)
      if !isTurned || gradient.direction == .angular,
        let dithered = DitheredGradient(gradient, places, area: width * height)
      {
        let pixels = PixelSize(width: Int(width.rounded(.up)), height: Int(height.rounded(.up)))
        return self.fill(with: dithered.surface(pixels), at: frame)
      }
      let pattern = Self.pattern(gradient, over: frame)
      for (place, colour) in places {
        cairo_pattern_add_color_stop_rgba(
          pattern, place, colour.red, colour.green, colour.blue, colour.opacity)
      }
      cairo_set_source(cairo, pattern)
      cairo_pattern_destroy(pattern)
    }
    cairo_fill(cairo)
  }

  /// Fills the path with pixels whose origin is a frame's, and destroys them.
  private func fill(with surface: OpaquePointer?, at frame: Frame) {
    let pattern = cairo_pattern_create_for_surface(surface)
    var matrix = cairo_matrix_t()
    cairo_matrix_init(&matrix, scale, 0, 0, scale, -frame.x * scale, -frame.y * scale)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_set_source(cairo, pattern)
    cairo_pattern_destroy(pattern)
    cairo_surface_destroy(surface)
    cairo_fill(cairo)
  }

  private static func pattern(
    _ gradient: Gradient, over frame: Frame
  ) -> OpaquePointer? {
    let direction = gradient.direction
    if direction == .radial {
      let x = gradient.isMirrored ? frame.x + frame.size.width : frame.x
      return cairo_pattern_create_radial(x, frame.y, 0, x, frame.y, gradient.radius)
    }
    let right = direction == .vertical ? 0 : frame.size.width
    let down = direction == .horizontal ? 0 : frame.size.height
    if gradient.isMirrored {
      return cairo_pattern_create_linear(
        frame.x + frame.size.width, frame.y, frame.x + frame.size.width - right, frame.y + down)
    }
    return cairo_pattern_create_linear(frame.x, frame.y, frame.x + right, frame.y + down)
  }

  /// Draws a line along the inside of a rectangle's edge.
  func stroke(_ border: Border, _ frame: Frame, cornerRadius: Double) {
    let half = min(border.width, frame.size.width, frame.size.height) / 2
    let inner = Frame(
      frame.x + half, frame.y + half, frame.size.width - 2 * half, frame.size.height - 2 * half)
    addRectangle(inner, cornerRadius: max(0, cornerRadius - half))
    use(border.colour)
    cairo_set_line_width(cairo, 2 * half)
    cairo_stroke(cairo)
  }

  /// Draws the shape of a picture, by its opacity, in a colour and centred in a frame.
  func draw(shapeOf picture: PNGPixels, in frame: Frame, _ colour: Colour) {
    let (width, height) = (picture.size.width, picture.size.height)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
    defer { cairo_surface_destroy(surface) }
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<height {
      for x in 0..<width { data[y * stride + x] = picture.bytes[(y * width + x) * 4 + 3] }
    }
    cairo_surface_mark_dirty(surface)
    let scale = scale
    saving {
      cairo_translate(
        cairo, frame.x + (frame.size.width - Double(width) / scale) / 2,
        frame.y + (frame.size.height - Double(height) / scale) / 2)
      cairo_scale(cairo, 1 / scale, 1 / scale)
      use(colour)
      cairo_mask_surface(cairo, surface, 0, 0)
    }
  }

  /// Draws opaque pixels, words `0xFFRRGGBB`, in the present look, with their origin at the pixel nearest to a frame's
  /// origin.
  func draw(_ words: [UInt32], _ size: PixelSize, at frame: Frame) {
    let drawn = isRecoloured ? words.map(look.drawn) : words
    drawn.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt8.self).baseAddress
      // Cairo needs a mutable pointer, although it only reads here.
      let surface = cairo_image_surface_create_for_data(
        UnsafeMutablePointer(mutating: pixels),
        isRecoloured ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, Int32(size.width),
        Int32(size.height), Int32(size.width * 4))
      draw(surface, at: frame)
      // The drawing may keep the surface; the pixels are not kept.
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
  }

  private func draw(_ surface: OpaquePointer?, at frame: Frame) {
    var (x, y) = (frame.x, frame.y)
    cairo_user_to_device(cairo, &x, &y)
    if isTurned {
      return saving {
        cairo_translate(cairo, frame.x, frame.y)
        cairo_scale(cairo, 1 / scale, 1 / scale)
        cairo_set_source_surface(cairo, surface, 0, 0)
        cairo_paint(cairo)
      }
    }
    saving {
      cairo_identity_matrix(cairo)
      cairo_set_source_surface(cairo, surface, x.rounded(), y.rounded())
      cairo_paint(cairo)
    }
  }
}

extension RenderingLook {
  /// The look's value of an opaque pixel, premultiplied, as words that have the opacity above red, green and blue.
  fileprivate func drawn(_ word: UInt32) -> UInt32 {
    let (red, green, blue, opacity) = drawn(
      UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255))
    let alpha = UInt32(opacity)
    func part(_ value: UInt8) -> UInt32 { (UInt32(value) * alpha + 127) / 255 }
    return alpha << 24 | part(red) << 16 | part(green) << 8 | part(blue)
  }
}

/// A corner whose curvature grows from zero, as Apple's systems draw it: three cubic curves with numbers measured on
/// `UIBezierPath` (PaintCode, "Code for iOS 7 Rounded Rectangles", 2013; decision 0722).
private enum ContinuousCorner {
  /// The length of the corner along each side, in radii.
  static let reach = 1.528665

  /// The curves from one side to the other, each as two control points and its end: distances along the first side and
  /// from it, in radii, counted from the corner.
  private static let curves: [[(along: Double, away: Double)]] = [
    [(1.08849296, 0), (0.86840694, 0), (0.63149379, 0.07491139)],
    [(0.37282383, 0.16905956), (0.16905956, 0.37282383), (0.07491139, 0.63149379)],
    [(0, 0.86840694), (0, 1.08849296), (0, reach)],
  ]

  /// Adds a rectangle with four such corners to a path.
  static func addRectangle(_ frame: Frame, radius: Double, to cairo: OpaquePointer) {
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
      let start = place((reach, 0))
      cairo_line_to(cairo, start.0, start.1)
      for curve in curves {
        let (first, second, end) = (place(curve[0]), place(curve[1]), place(curve[2]))
        cairo_curve_to(cairo, first.0, first.1, second.0, second.1, end.0, end.1)
      }
    }
    cairo_close_path(cairo)
  }
}

/// A gradient with dithered steps of colour: a vertical one, as Cairo's own shows bands if few steps are far apart, or
/// an angular one, which Cairo does not have.
struct DitheredGradient {
  private let places: [(place: Double, colour: Colour)]
  private let (isAngular, isMirrored): (Bool, Bool)

  /// Fewer pixels show no visible bands; our choice: twice an extra large widget's.
  private static let leastArea = 500_000.0

  /// Takes a gradient; `nil` if Cairo's own is as good, or the only one.
  init?(_ gradient: Gradient, _ places: [(place: Double, colour: Colour)], area: Double) {
    isAngular = gradient.direction == .angular
    let isOpaque = places.allSatisfy { $0.colour.opacity == 1 }
    guard isAngular || gradient.direction == .vertical && isOpaque && area >= Self.leastArea
    else { return nil }
    (self.places, isMirrored) = (places, gradient.isMirrored)
  }

  func surface(_ size: PixelSize) -> OpaquePointer? {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height))
    guard let data = cairo_image_surface_get_data(surface) else { return surface }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<size.height {
      let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
      let down = (Double(y) + 0.5) / Double(size.height)
      var samples = samples(at: down)
      for x in 0..<size.width {
        if isAngular {
          samples = self.samples(at: turn(to: (Double(x) + 0.5) / Double(size.width), down))
        }
        let noise = Self.noise[(y & 63) << 6 | x & 63]
        let steps = (samples &+ SIMD4(repeating: noise)) &>> 8
        row[x] = steps.w << 24 | steps.x << 16 | steps.y << 8 | steps.z
      }
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }

  /// The angle of a point around the middle from the trailing edge, clockwise, in whole turns.
  private func turn(to x: Double, _ y: Double) -> Double {
    let turn = atan2(y - 0.5, isMirrored ? 0.5 - x : x - 0.5) / (2 * .pi)
    return turn < 0 ? turn + 1 : turn
  }

  /// Premultiplied red, green and blue, and opacity, at a position, in 256ths of a step.
  private func samples(at place: Double) -> SIMD4<UInt32> {
    let next = places.firstIndex { $0.place >= place } ?? places.count - 1
    let (first, second) = (places[max(0, next - 1)], places[next])
    let length = second.place - first.place
    let share = length > 0 ? min(max((place - first.place) / length, 0), 1) : 1
    func parts(_ colour: Colour) -> SIMD4<Double> {
      SIMD4(colour.red, colour.green, colour.blue, 1) * colour.opacity
    }
    let mixed = parts(first.colour) * (1 - share) + parts(second.colour) * share
    return SIMD4<UInt32>(mixed * 255 * 256)
  }

  /// Interleaved gradient noise (Jimenez 2014) of 64 by 64 pixels, 0 to 255.
  private static let noise: [UInt32] = (0..<4096).map { index in
    let inner = 0.06711056 * Double(index & 63) + 0.00583715 * Double(index >> 6)
    let outer = 52.9829189 * (inner - inner.rounded(.down))
    return UInt32((outer - outer.rounded(.down)) * 256)
  }
}
