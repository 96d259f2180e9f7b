/// The shape of a rectangle, as a pair of whole numbers.
public struct AspectRatio: Hashable, Sendable {
  /// The horizontal part.
  public let width: Int
  /// The vertical part.
  public let height: Int

  /// The largest number either part may have.
  ///
  /// It keeps every product with a picture's side below 2⁶³; no frame comes near it.
  public static let largestPart = 100_000

  /// Makes an aspect ratio; both parts must lie in 1…100,000.
  public init(width: Int, height: Int) {
    precondition(
      (1...Self.largestPart).contains(width) && (1...Self.largestPart).contains(height),
      "\(width):\(height) is not an aspect ratio.")
    self.width = width
    self.height = height
  }

  /// Makes the aspect ratio of a size, for example of a widget's frame.
  public init(_ size: PixelSize) { self.init(width: size.width, height: size.height) }

  /// Width over height.
  public var value: Double { Double(width) / Double(height) }
}

extension AspectRatio: LosslessStringConvertible {
  /// Reads `W:H`, for example `1:1` or `1134:530`; `nil` when the text has another form.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...Self.largestPart).contains(width), (1...Self.largestPart).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  /// The ratio as `W:H`, the parts as they were given.
  public var description: String { "\(width):\(height)" }
}

extension AspectRatio {
  /// Returns the size of the largest window of this shape inside a picture, in whole pixels.
  ///
  /// One side is the picture's own; the other is rounded to the nearest pixel, and is at least 1.
  public func largestWindow(in size: PixelSize) -> PixelSize {
    if size.width * height > size.height * width {
      let columns = (Double(size.height) * value).rounded()
      return PixelSize(width: min(size.width, max(1, Int(columns))), height: size.height)
    }
    let rows = (Double(size.width) / value).rounded()
    return PixelSize(width: size.width, height: min(size.height, max(1, Int(rows))))
  }
}
