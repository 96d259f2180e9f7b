/// Bounds that a package must keep before any of its images is decoded (decision 0322).
public struct PackageLimits: Hashable, Sendable {
  /// The most bytes of JSON, 64 MiB; at most 64 levels are nested.
  public var byteCount: Int
  /// The most images, 200.
  public var imageCount: Int
  /// The most bytes that all images have when decoded, at three bytes a pixel, 256 MiB.
  public var decodedByteCount: Int

  /// Makes limits.
  public init(byteCount: Int, imageCount: Int, decodedByteCount: Int) {
    self.byteCount = byteCount
    self.imageCount = imageCount
    self.decodedByteCount = decodedByteCount
  }

  /// The limits of every package this software writes or reads.
  public static let standard = PackageLimits(
    byteCount: 64 << 20, imageCount: 200, decodedByteCount: 256 << 20)
}
