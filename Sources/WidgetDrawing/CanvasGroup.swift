internal import CPango

/// The drawing on a canvas since a group was begun there, as pixels that can be changed before they are painted.
final class CanvasGroup {
  private let cairo: OpaquePointer
  private var pattern: OpaquePointer?

  /// Ends the group that was begun last.
  init(on cairo: OpaquePointer) {
    self.cairo = cairo
    pattern = cairo_pop_group(cairo)
  }

  deinit { cairo_pattern_destroy(pattern) }

  func paint(opacity: Double = 1) {
    cairo_set_source(cairo, pattern)
    cairo_paint_with_alpha(cairo, opacity)
  }

  /// Blurs the group by a Gaussian whose standard deviation is `radius` pixels.
  func blur(by radius: Double) {
    guard let blurred = blurred(by: radius, bands: 0..<4, format: CAIRO_FORMAT_ARGB32) else {
      return
    }
    cairo_pattern_destroy(pattern)
    pattern = blurred
  }

  /// Paints the source's colour with the group's opacity, blurred by a Gaussian of `radius` pixels.
  func paintSilhouette(blurredBy radius: Double) {
    guard let silhouette = blurred(by: radius, bands: 3..<4, format: CAIRO_FORMAT_A8) else {
      return
    }
    cairo_mask(cairo, silhouette)
    cairo_pattern_destroy(silhouette)
  }

  /// The group blurred, in its place.
  ///
  /// A blurred picture has no detail finer than the blur, so it is made with pixels of a fifth of that; our choice.
  ///
  /// The bands are the bytes of a pixel to use: blue, green, red, opacity, as on little-endian machines. The caller must
  /// destroy the pattern.
  private func blurred(
    by radius: Double, bands: Range<Int>, format: cairo_format_t
  ) -> OpaquePointer? {
    var surface: OpaquePointer?
    cairo_pattern_get_surface(pattern, &surface)
    guard let surface else { return nil }
    let factor = max(1, (radius / 5).rounded(.down))
    let width = Int((Double(cairo_image_surface_get_width(surface)) / factor).rounded(.up))
    let height = Int((Double(cairo_image_surface_get_height(surface)) / factor).rounded(.up))
    guard let small = Self.shrunk(surface, width, height, factor),
      let result = cairo_image_surface_create(format, Int32(width), Int32(height))
    else { return nil }
    defer {
      cairo_surface_destroy(small)
      cairo_surface_destroy(result)
    }
    guard let source = cairo_image_surface_get_data(small),
      let target = cairo_image_surface_get_data(result)
    else { return nil }
    let rows = Int(cairo_image_surface_get_stride(small))
    let targetRows = Int(cairo_image_surface_get_stride(result))
    let step = bands.count
    for band in bands {
      var plane = BlurPlane(width: width, height: height)
      plane.fill { source[$1 * rows + 4 * $0 + band] }
      plane.blur(by: radius / factor)
      plane.read { target[$1 * targetRows + step * $0 + band - bands.lowerBound] = $2 }
    }
    cairo_surface_mark_dirty(result)
    return placed(result, as: surface, factor)
  }

  /// A copy in pixels `factor` times as large.
  private static func shrunk(
    _ surface: OpaquePointer, _ width: Int, _ height: Int, _ factor: Double
  ) -> OpaquePointer? {
    let small = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    let context = cairo_create(small)
    defer { cairo_destroy(context) }
    var (left, top) = (0.0, 0.0)
    cairo_surface_get_device_offset(surface, &left, &top)
    cairo_scale(context, 1 / factor, 1 / factor)
    cairo_set_source_surface(context, surface, left, top)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_paint(context)
    cairo_surface_flush(small)
    return small
  }

  /// A pattern at the place of the group.
  private func placed(
    _ surface: OpaquePointer, as group: OpaquePointer, _ factor: Double
  ) -> OpaquePointer? {
    let placed = cairo_pattern_create_for_surface(surface)
    var (left, top) = (0.0, 0.0)
    cairo_surface_get_device_offset(group, &left, &top)
    var (matrix, shift) = (cairo_matrix_t(), cairo_matrix_t())
    cairo_pattern_get_matrix(pattern, &matrix)
    cairo_matrix_init(&shift, 1 / factor, 0, 0, 1 / factor, left / factor, top / factor)
    var whole = cairo_matrix_t()
    cairo_matrix_multiply(&whole, &matrix, &shift)
    cairo_pattern_set_matrix(placed, &whole)
    cairo_pattern_set_filter(placed, CAIRO_FILTER_BILINEAR)
    cairo_pattern_set_extend(placed, CAIRO_EXTEND_PAD)
    return placed
  }
}

/// Samples of 0 to 255 that are blurred.
private struct BlurPlane {
  private let width, height: Int
  private var samples: [Float]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    samples = [Float](repeating: 0, count: width * height)
  }

  mutating func fill(_ sample: (Int, Int) -> UInt8) {
    for y in 0..<height {
      for x in 0..<width { samples[y * width + x] = Float(sample(x, y)) }
    }
  }

  func read(_ body: (Int, Int, UInt8) -> Void) {
    for y in 0..<height {
      for x in 0..<width { body(x, y, UInt8(min(max(samples[y * width + x], 0), 255).rounded())) }
    }
  }

  /// Blurs by three boxes, which together are nearly a Gaussian of that standard deviation (Wells 1986).
  ///
  /// Outside the picture the edge is repeated, so that a view that the canvas cuts does not fade there.
  mutating func blur(by deviation: Double) {
    // A box of 2 r + 1 samples has the variance r (r + 1) / 3.
    let variance = deviation * deviation
    let least = Int(((4 * variance + 1).squareRoot() - 1) / 2)
    let own = Double(least * (least + 1))
    let larger = ((3 * variance - 3 * own) / Double(2 * (least + 1))).rounded()
    for number in 0..<3 {
      let reach = Double(number) < larger ? least + 1 : least
      guard reach > 0 else { continue }
      for y in 0..<height { box(from: y * width, step: 1, count: width, reach) }
      for x in 0..<width { box(from: x, step: width, count: height, reach) }
    }
  }

  private mutating func box(from start: Int, step: Int, count: Int, _ reach: Int) {
    let line = (0..<count).map { samples[start + $0 * step] }
    func sample(_ index: Int) -> Float { line[min(max(index, 0), count - 1)] }
    var sum = (-reach...reach).reduce(0) { $0 + sample($1) }
    for index in 0..<count {
      samples[start + index * step] = sum / Float(2 * reach + 1)
      sum += sample(index + reach + 1) - sample(index - reach)
    }
  }
}
