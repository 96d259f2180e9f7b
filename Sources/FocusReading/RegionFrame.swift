internal import Imaging

/// The picture in which regions in metadata are measured, and its turn to upright.
struct RegionFrame: Equatable {
  /// The size of that picture in pixels.
  let size: PixelSize
  /// An Exif orientation, 1 (upright already) to 8.
  let orientation: Int
}

extension RegionFrame {
  /// The greatest relative difference of two equal shapes: rounding of small pictures; our choice.
  private static let shapeSlack = 0.01

  /// Finds the picture in which regions were measured.
  ///
  /// `stated` is its size when they were written, if the file has it (MWG's `AppliedToDimensions`, Exif's pixel size).
  /// `nil` when it was cropped or turned since, so that the regions mean other places (decision 0131).
  init?(_ metadata: PhotoMetadata, stated: PixelSize?) {
    let stated = stated ?? metadata.size
    if stated.hasShape(of: metadata.size, slack: Self.shapeSlack) {
      self.init(size: stated, orientation: metadata.orientation)
      return
    }
    // Written for the upright picture by a program that turned it for display.
    guard metadata.orientation >= 5,
      stated.hasShape(of: metadata.size.transposed, slack: Self.shapeSlack)
    else { return nil }
    self.init(size: stated, orientation: 1)
  }

  /// Returns a rectangle of this picture in fractions of the upright one, clipped at its border.
  ///
  /// `nil` for impossible regions: numbers that are not finite, sides below 0 or beyond the picture's, one side of 0
  /// without the other, a centre outside.
  func upright(_ rect: NormalizedRect) -> NormalizedRect? {
    let centre = (x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
    guard (0...1.01).contains(rect.width), (0...1.01).contains(rect.height),
      (0...1).contains(centre.x), (0...1).contains(centre.y),
      (rect.width > 0) == (rect.height > 0)
    else { return nil }
    let stored = Orientation(orientation)
    let first = stored.upright(x: max(0, rect.x), y: max(0, rect.y))
    let second = stored.upright(x: min(1, rect.maxX), y: min(1, rect.maxY))
    return NormalizedRect(
      x: min(first.x, second.x), y: min(first.y, second.y), width: abs(first.x - second.x),
      height: abs(first.y - second.y))
  }
}

extension PixelSize {
  /// Whether width and height are in the same proportion as another size's, to within a share.
  fileprivate func hasShape(of other: PixelSize, slack: Double) -> Bool {
    let (across, down) = (
      Double(width) * Double(other.height), Double(height) * Double(other.width)
    )
    return abs(across - down) <= slack * max(across, down)
  }
}
