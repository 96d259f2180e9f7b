/// How a stored picture is turned and mirrored, by Exif's number: Exif 3.0, tag 274.
///
/// The number tells which sides of the scene are at row 0 and column 0 of the stored picture.
package struct Orientation: Equatable {
  /// 1 (upright as stored) to 8.
  package let value: Int

  package init(_ value: Int) { self.value = value }

  /// Whether columns become rows.
  package var exchangesSides: Bool { value >= 5 }

  /// Whether the stored columns are mirrored, before sides are exchanged.
  package var mirrorsStoredColumns: Bool { [2, 3, 7, 8].contains(value) }

  /// Whether the stored rows are mirrored, before sides are exchanged.
  package var mirrorsStoredRows: Bool { [3, 4, 6, 7].contains(value) }

  /// Where a place of the stored picture is in the upright one, both in fractions.
  package func upright(x: Double, y: Double) -> (x: Double, y: Double) {
    let (x, y) = (mirrorsStoredColumns ? 1 - x : x, mirrorsStoredRows ? 1 - y : y)
    return exchangesSides ? (y, x) : (x, y)
  }

  /// Converts a size between the upright picture and the stored one.
  func other(_ size: PixelSize) -> PixelSize { exchangesSides ? size.transposed : size }

  /// Converts an extent between the upright picture and the stored one.
  func other(_ extent: SampleRect) -> SampleRect { exchangesSides ? extent.transposed : extent }

  /// The part of the stored picture, of an extent, that a part of the upright one shows.
  func stored(_ rect: SampleRect, of stored: SampleRect) -> SampleRect {
    var part = other(rect)
    if mirrorsStoredColumns { part.x = stored.width - part.x - part.width }
    if mirrorsStoredRows { part.y = stored.height - part.y - part.height }
    return part
  }
}

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
