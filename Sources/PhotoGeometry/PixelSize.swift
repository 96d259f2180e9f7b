/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int

  /// Makes a size; both sides must be at least 1.
  public init(width: Int, height: Int) {
    precondition(width >= 1 && height >= 1, "\(width)×\(height) is not a size in pixels.")
    (self.width, self.height) = (width, height)
  }

  /// The longer side, in pixels.
  public var longEdge: Int { max(width, height) }
  /// The shorter side, in pixels.
  public var shortEdge: Int { min(width, height) }
  /// The number of pixels.
  public var area: Int { width * height }
  /// The same size with width and height exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The longest side that a photo may have and a document may state, in pixels.
  ///
  /// Our choice: its square fits an `Int` with room for the products of the archive limit, and no camera
  /// or scanner is near it.
  public static let sideLimit = 1_000_000

  /// How many times its shorter side a photo's longer side may have.
  ///
  /// Our choice: documents state crops in fractions of at least 0.0001 (the published app's rule), and a
  /// Medium crop of a photo of this shape, 2.2 : 1, still has one; panoramas are below 20.
  public static let shapeLimit = 4_000

  /// Whether a photo of this size can be cropped and described in documents.
  public static func isUsable(width: Int, height: Int) -> Bool {
    let sides = 1...sideLimit
    return sides.contains(width) && sides.contains(height)
      && max(width, height) <= shapeLimit * min(width, height)
  }

  /// Returns this size scaled by a factor, rounded to whole pixels, never below 1×1.
  public func scaled(by factor: Double) -> PixelSize {
    PixelSize(
      width: max(1, Int((Double(width) * factor).rounded())),
      height: max(1, Int((Double(height) * factor).rounded())))
  }

  /// Returns the largest size of the same shape whose long edge is at most `limit` pixels.
  ///
  /// A size that fits already is returned as it is; nothing is ever enlarged.
  public func fitting(longEdge limit: Int) -> PixelSize {
    longEdge <= limit ? self : scaled(by: Double(limit) / Double(longEdge))
  }
}

extension PixelSize: CustomStringConvertible {
  /// The size as people write it, for example `530×530`.
  public var description: String { "\(width)×\(height)" }
}

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
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
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
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
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

extension Double {
  /// The value rounded to a number of decimal places, for showing; never -0.
  package func rounded(toPlaces places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { value, _ in value * 10 }
    return (self * scale).rounded() / scale + 0
  }

  /// The nearest value in a range; the lower bound for NaN.
  package func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

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
    (self.width, self.height) = (width, height)
  }

  /// Makes the aspect ratio of a size, for example of a widget's frame.
  public init(_ size: PixelSize) { self.init(width: size.width, height: size.height) }

  /// Width over height.
  public var value: Double { Double(width) / Double(height) }
}

extension AspectRatio: LosslessStringConvertible {
  /// Reads two numbers with `:`, `x`, `×` or `/` between them, for example `1134:530`, `16x9` or
  /// `1.91:1`; `nil` when the text has another form.
  ///
  /// Numbers have three decimals at most, and become whole together: `1.91:1` is 191:100.
  public init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { ":x×/".contains($0) }
    guard parts.count == 2, let width = Decimals(parts[0]), let height = Decimals(parts[1]) else {
      return nil
    }
    let places = max(width.places, height.places)
    let (columns, rows) = (width.whole(places), height.whole(places))
    guard (1...Self.largestPart).contains(columns), (1...Self.largestPart).contains(rows) else {
      return nil
    }
    self.init(width: columns, height: rows)
  }

  /// The ratio as `W:H` in whole numbers.
  public var description: String { "\(width):\(height)" }

  /// A number as its digits and where its point is.
  private struct Decimals {
    let digits: Int
    let places: Int

    init?(_ text: Substring) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), text.count <= 9,
        parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }),
        let digits = Int(parts.joined())
      else { return nil }
      self.digits = digits
      places = parts.count == 2 ? parts[1].count : 0
      if places > 3 { return nil }
    }

    /// The number times ten to the power of `places`.
    func whole(_ places: Int) -> Int {
      (self.places..<places).reduce(digits) { number, _ in number * 10 }
    }
  }
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
