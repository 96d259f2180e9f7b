internal import CPango
internal import Foundation
internal import PhotoGeometry
internal import WidgetPreview

/// A gradient from the top down whose steps of colour are dithered, as Cairo's own shows bands where few steps are far apart.
struct DitheredGradient {
  private let places: [(place: Double, colour: Colour)]

  /// Fewer pixels show no bands that are wide enough to be seen; our choice: twice an extra large widget's.
  private static let leastArea = 500_000.0

  /// Takes a gradient; `nil` where Cairo's own is as good, or the only one.
  init?(_ gradient: Gradient, _ places: [(place: Double, colour: Colour)], area: Double) {
    guard gradient.direction == .vertical, area >= Self.leastArea,
      places.allSatisfy({ $0.colour.opacity == 1 })
    else { return nil }
    self.places = places
  }

  /// The gradient as pixels.
  func surface(_ size: PixelSize) -> OpaquePointer? {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height))
    guard let data = cairo_image_surface_get_data(surface) else { return surface }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<size.height {
      let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
      let (red, green, blue) = samples(at: (Double(y) + 0.5) / Double(size.height))
      for x in 0..<size.width {
        let noise = Self.noise[(y & 63) << 6 | x & 63]
        row[x] =
          ((red + noise) >> 8) << 16 | ((green + noise) >> 8) << 8 | ((blue + noise) >> 8)
      }
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }

  /// The colour at a place, in 256ths of a step.
  private func samples(at place: Double) -> (UInt32, UInt32, UInt32) {
    let next = places.firstIndex { $0.place >= place } ?? places.count - 1
    let (first, second) = (places[max(0, next - 1)], places[next])
    let length = second.place - first.place
    let share = length > 0 ? min(max((place - first.place) / length, 0), 1) : 1
    func sample(_ part: KeyPath<Colour, Double>) -> UInt32 {
      let (start, end) = (first.colour[keyPath: part], second.colour[keyPath: part])
      return UInt32((start + (end - start) * share) * 255 * 256)
    }
    return (sample(\.red), sample(\.green), sample(\.blue))
  }

  /// Interleaved gradient noise (Jimenez 2014) of 64 by 64 pixels, 0 to 255.
  private static let noise: [UInt32] = (0..<4096).map { index in
    let inner = 0.06711056 * Double(index & 63) + 0.00583715 * Double(index >> 6)
    let outer = 52.9829189 * (inner - inner.rounded(.down))
    return UInt32((outer - outer.rounded(.down)) * 256)
  }
}
