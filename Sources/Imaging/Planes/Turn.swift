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

  /// What the upright picture covers as stored, or the other way round.
  func other(_ extent: SampleRect) -> SampleRect { exchangesSides ? extent.transposed : extent }

  /// The part of the stored picture that a part of the upright one shows.
  ///
  /// - Parameters:
  ///   - rect: The part of the upright picture.
  ///   - stored: What the stored picture covers.
  /// - Returns: The part of the stored picture.
  func stored(_ rect: SampleRect, of stored: SampleRect) -> SampleRect {
    var part = other(rect)
    if mirrorsStoredColumns { part.x = stored.width - part.x - part.width }
    if mirrorsStoredRows { part.y = stored.height - part.y - part.height }
    return part
  }
}
