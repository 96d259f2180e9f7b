/// Bounds that a file must keep before any of its pixels are decoded.
public struct ImagingLimits: Hashable, Sendable {
  /// The most pixels of a stored picture; 100,000,000 by default.
  ///
  /// Above every phone and nearly every camera, and 300 MB when decoded.
  public var maxPixels: Int

  /// The most bytes of a file; 512 MiB by default.
  public var maxBytes: Int

  /// The most scans of a progressive JPEG; 100 by default.
  ///
  /// Every scan visits the picture again. Encoders write 10; the most that the standard gives a use
  /// to, one for each bit of each of 64 coefficients of three components, is beyond what any writes.
  /// Scans × pixels may not be more than `maxScans` × `maxPixels` ÷ 5, 20 scans of the largest
  /// picture. Both numbers are ours.
  public var maxScans: Int

  /// Makes limits; each must be at least 1.
  public init(maxPixels: Int = 100_000_000, maxBytes: Int = 512 << 20, maxScans: Int = 100) {
    precondition(
      maxPixels >= 1 && maxBytes >= 1 && maxScans >= 1, "A limit below 1 would refuse every file.")
    self.maxPixels = maxPixels
    self.maxBytes = maxBytes
    self.maxScans = maxScans
  }

  /// The limits that hold unless a user sets others.
  public static let standard = ImagingLimits()
}
