/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int

  /// Makes a size; both sides must be at least 1.
  public init(width: Int, height: Int) {
    precondition(width >= 1 && height >= 1, "\(width)×\(height) is not a size in pixels.")
    self.width = width
    self.height = height
  }

  /// The longer side, in pixels.
  public var longEdge: Int { max(width, height) }
  /// The shorter side, in pixels.
  public var shortEdge: Int { min(width, height) }
  /// The number of pixels.
  public var area: Int { width * height }
  /// The same size with width and height exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize {
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
