import PhotoGeometry

/// What an Exif orientation asks for: Exif 3.0, tag 274.
///
/// The number says which side of the scene row 0 and column 0 of the stored picture are.
struct Turn: Equatable {
  /// 1 (upright as stored) to 8.
  let orientation: Int

  /// Whether columns become rows.
  var exchangesSides: Bool { orientation >= 5 }

  /// Whether the stored columns run the other way, told before sides are exchanged.
  var mirrorsStoredColumns: Bool { [2, 3, 7, 8].contains(orientation) }

  /// Whether the stored rows run the other way, told before sides are exchanged.
  var mirrorsStoredRows: Bool { [3, 4, 6, 7].contains(orientation) }

  /// A size of the upright picture as stored, or the other way round.
  func other(_ size: PixelSize) -> PixelSize { exchangesSides ? size.transposed : size }

  /// The part of the stored picture that a part of the upright one shows.
  func stored(_ rect: SampleRect, of upright: PixelSize) -> SampleRect {
    let size = other(upright)
    var part = exchangesSides ? rect.transposed : rect
    if mirrorsStoredColumns { part.x = Double(size.width) - part.x - part.width }
    if mirrorsStoredRows { part.y = Double(size.height) - part.y - part.height }
    return part
  }
}
