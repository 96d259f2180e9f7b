/// A picture as a file in memory, and what it took to make it.
public struct EncodedPicture: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// What the file is.
  public let format: PictureFormat
  /// The size in pixels.
  public let size: PixelSize
  /// The quality it was written with; `nil` when the photo's own pixels were kept.
  public let quality: Int?
  /// Whether it is above the policy's limit although the lowest quality was tried.
  public let isOverLimit: Bool
  /// Whether a gain map was left out so that the limit is kept.
  public let lacksGainMap: Bool

  /// Makes a description of a file that was encoded elsewhere.
  public init(
    bytes: [UInt8], format: PictureFormat, size: PixelSize, quality: Int?, isOverLimit: Bool,
    lacksGainMap: Bool = false
  ) {
    self.bytes = bytes
    self.format = format
    self.size = size
    self.quality = quality
    self.isOverLimit = isOverLimit
    self.lacksGainMap = lacksGainMap
  }
}
