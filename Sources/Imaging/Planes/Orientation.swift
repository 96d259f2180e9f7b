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
