public import PhotoStore

/// A render that was made again from its photo's master.
public struct RemadeRender: Sendable {
  /// The JPEG.
  public let bytes: [UInt8]
  /// The quality it was encoded with, 1…100.
  public let quality: Int?

  /// Makes a render.
  public init(bytes: [UInt8], quality: Int?) { (self.bytes, self.quality) = (bytes, quality) }
}

/// Makes a family's render again, from a master and the crop its record keeps.
///
/// This target knows no pixels; the caller that repairs a store brings what does.
public protocol RenderMaking {
  /// Returns a render of exactly its recipe's frame.
  ///
  /// - Parameters:
  ///   - family: Which render.
  ///   - record: The photo's record, with the recipe and the crop.
  ///   - master: The master's bytes, which are whole.
  /// - Returns: The render.
  /// - Throws: Why it cannot be made.
  func render(
    _ family: RenderFamily, of record: PhotoRecord, from master: [UInt8]
  ) throws -> RemadeRender
}
