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
