/// A rectangle in fractions 0…1 of a picture's sides; origin top left, x to the right, y down.
public struct NormalizedRect: Hashable, Sendable {
  /// The left edge.
  public let x: Double
  /// The top edge.
  public let y: Double
  /// The width.
  public let width: Double
  /// The height.
  public let height: Double

  /// Makes a rectangle; the values are kept as they are.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Makes the fractions of a rectangle of whole pixels inside a picture of a size.
  public init(_ rect: PixelRect, in size: PixelSize) {
    self.init(
      x: Double(rect.x) / Double(size.width), y: Double(rect.y) / Double(size.height),
      width: Double(rect.width) / Double(size.width),
      height: Double(rect.height) / Double(size.height))
  }

  /// The whole picture.
  public static let full = NormalizedRect(x: 0, y: 0, width: 1, height: 1)

  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }

  /// The rectangle in fractions of the photo, when it is in fractions of a part of it.
  package func inPhoto(from part: NormalizedRect) -> NormalizedRect {
    NormalizedRect(
      x: part.x + x * part.width, y: part.y + y * part.height, width: width * part.width,
      height: height * part.height)
  }
}

extension NormalizedRect {
  /// Returns the whole pixels this rectangle covers in a picture of a size.
  ///
  /// Each side is rounded on its own and at least 1 pixel; then the origin is rounded and moved so
  /// that the rectangle lies inside the picture. ``init(_:in:)`` followed by this returns the same
  /// rectangle for any picture below 2⁴⁸ pixels a side.
  public func pixels(in size: PixelSize) -> PixelRect {
    func span(_ start: Double, _ length: Double, of whole: Int) -> (start: Int, length: Int) {
      let pixels = min(whole, max(1, Int((length * Double(whole)).rounded())))
      let first = Int((start * Double(whole)).rounded())
      return (min(max(0, first), whole - pixels), pixels)
    }
    let columns = span(x, width, of: size.width)
    let rows = span(y, height, of: size.height)
    return PixelRect(x: columns.start, y: rows.start, width: columns.length, height: rows.length)
  }
}
