internal import CPango
internal import Foundation
internal import Imaging
internal import PhotoGeometry
internal import WidgetPreview

/// Pixels that views are drawn on, in points.
final class CairoCanvas {
  let size: PixelSize
  let cairo: OpaquePointer
  private let surface: OpaquePointer
  private let look: RenderingLook

  init(_ size: PixelSize, scale: Double, look: RenderingLook = RenderingLook()) {
    (self.size, self.look) = (size, look)
    surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height))
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
        for x in 0..<size.width {
          Self.write(row[x], to: next)
          next += 4
        }
      }
      count = size.area * 4
    }
    return PNGPixels(size: size, bytes: bytes)
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
  /// The pixels of a point, where things are drawn now.
  var scale: Double {
    var (x, y) = (1.0, 0.0)
    cairo_user_to_device_distance(cairo, &x, &y)
    return x
  }

  /// Restores the state that there is now after a body.
  func saving(_ body: () -> Void) {
    cairo_save(cairo)
    body()
    cairo_restore(cairo)
  }

  /// Adds a rectangle with round corners, as far as they fit, to the path.
  func addRectangle(_ frame: Frame, cornerRadius: Double) {
    let (width, height) = (frame.size.width, frame.size.height)
    let radius = min(cornerRadius, width / 2, height / 2)
    guard radius > 0 else { return cairo_rectangle(cairo, frame.x, frame.y, width, height) }
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

  func use(_ colour: Colour) {
    let colour = look.drawn(colour)
    cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, colour.opacity)
  }

  /// Fills the path.
  func fill(_ fill: Fill, over frame: Frame) {
    switch fill {
    case .colour(let colour): use(colour)
    case .gradient(let gradient):
      let pattern = Self.pattern(gradient.direction, over: frame, radius: gradient.radius)
      for (place, colour) in gradient.places.map({ ($0, look.drawn($1)) }) {
        cairo_pattern_add_color_stop_rgba(
          pattern, place, colour.red, colour.green, colour.blue, colour.opacity)
      }
      cairo_set_source(cairo, pattern)
      cairo_pattern_destroy(pattern)
    }
    cairo_fill(cairo)
  }

  private static func pattern(
    _ direction: Gradient.Direction, over frame: Frame, radius: Double
  ) -> OpaquePointer? {
    if direction == .radial {
      return cairo_pattern_create_radial(frame.x, frame.y, 0, frame.x, frame.y, radius)
    }
    let right = direction == .vertical ? 0 : frame.size.width
    let down = direction == .horizontal ? 0 : frame.size.height
    return cairo_pattern_create_linear(frame.x, frame.y, frame.x + right, frame.y + down)
  }

  @inline(__always)
  private static func premultiplied(_ pixel: (UInt8, UInt8, UInt8, UInt8)) -> UInt32 {
    let alpha = UInt32(pixel.3)
    func part(_ value: UInt8) -> UInt32 {
      alpha == 255 ? UInt32(value) : (UInt32(value) * alpha + 127) / 255
    }
    return alpha << 24 | part(pixel.0) << 16 | part(pixel.1) << 8 | part(pixel.2)
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

  /// Draws pixels as the look has them, from the pixel on that is nearest to a frame's origin.
  func draw(_ rgb: [UInt8], _ size: PixelSize, at frame: Frame) {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height))
    defer { cairo_surface_destroy(surface) }
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    rgb.withUnsafeBufferPointer { source in
      for y in 0..<size.height {
        let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
        for x in 0..<size.width {
          let from = (y * size.width + x) * 3
          row[x] = Self.premultiplied(
            look.drawn(source[from], source[from + 1], source[from + 2]))
        }
      }
    }
    cairo_surface_mark_dirty(surface)
    var (x, y) = (frame.x, frame.y)
    cairo_user_to_device(cairo, &x, &y)
    saving {
      cairo_identity_matrix(cairo)
      cairo_set_source_surface(cairo, surface, x.rounded(), y.rounded())
      cairo_paint(cairo)
    }
  }
}
