/// A rectangle that may begin and end inside pixels: origin at the first pixel's top left corner.
struct SampleRect: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// Makes a rectangle at the origin.
  init(width: Double, height: Double) { (x, y, self.width, self.height) = (0, 0, width, height) }

  init(covering size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }

  /// A part of a picture, given in fractions of its extent, clamped to it.
  ///
  /// Edges are rounded to 1/65536 of a pixel, so that whole pixels stay whole and the next one has no weight.
  init(_ part: NormalizedRect, in extent: SampleRect) {
    func edge(_ fraction: Double, _ side: Double) -> Double {
      (min(1, max(0, fraction)) * side * 65536).rounded() / 65536
    }
    (x, y) = (edge(part.x, extent.width), edge(part.y, extent.height))
    (width, height) = (edge(part.maxX, extent.width) - x, edge(part.maxY, extent.height) - y)
  }

  var transposed: SampleRect {
    var other = self
    (other.x, other.y, other.width, other.height) = (y, x, height, width)
    return other
  }
}
