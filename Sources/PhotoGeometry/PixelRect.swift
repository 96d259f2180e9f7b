/// A rectangle of whole pixels; origin top left, x to the right, y down, half open.
public struct PixelRect: Hashable, Sendable {
  /// The first column inside.
  public let x: Int
  /// The first row inside.
  public let y: Int
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int

  /// Makes a rectangle; both sides must be at least 1.
  public init(x: Int, y: Int, width: Int, height: Int) {
    precondition(width >= 1 && height >= 1, "\(width)×\(height) is not a size in pixels.")
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Makes the rectangle that covers a whole picture.
  public init(covering size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The first column to the right of the rectangle.
  public var maxX: Int { x + width }
  /// The first row below the rectangle.
  public var maxY: Int { y + height }
  /// The rectangle's size.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// Returns whether the rectangle lies inside a picture of a size.
  public func isInside(_ size: PixelSize) -> Bool {
    x >= 0 && y >= 0 && maxX <= size.width && maxY <= size.height
  }
}

extension PixelRect: CustomStringConvertible {
  /// The rectangle as size and offset, for example `530×530+12+0`.
  public var description: String { "\(width)×\(height)+\(x)+\(y)" }
}
