internal import CPango
internal import Foundation
internal import PhotoGeometry
internal import WidgetPreview

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
