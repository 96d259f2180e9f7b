import PhotoGeometry

/// A rectangle that may begin and end inside pixels: origin at the first pixel's top left corner.
struct SampleRect {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  init(covering size: PixelSize) {
    self.init(PixelRect(covering: size))
  }

  init(_ rect: PixelRect) {
    (x, y) = (Double(rect.x), Double(rect.y))
    (width, height) = (Double(rect.width), Double(rect.height))
  }

  /// A part of a picture, given in fractions, held inside it.
  ///
  /// Edges are rounded to 1/65536 of a pixel, so that whole pixels stay whole and the next one plays
  /// no part.
  init(_ part: NormalizedRect, in size: PixelSize) {
    func edge(_ fraction: Double, _ side: Int) -> Double {
      (min(1, max(0, fraction)) * Double(side) * 65536).rounded() / 65536
    }
    (x, y) = (edge(part.x, size.width), edge(part.y, size.height))
    (width, height) = (edge(part.maxX, size.width) - x, edge(part.maxY, size.height) - y)
  }

  var transposed: SampleRect {
    var other = self
    (other.x, other.y, other.width, other.height) = (y, x, height, width)
    return other
  }
}
