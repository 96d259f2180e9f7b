/// An encoded picture in memory, with its quality and limits.
public struct EncodedPicture: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// The format of the file.
  public let format: PictureFormat
  /// The size in pixels.
  public let size: PixelSize
  /// The quality of its encoding; `nil` when the photo's own pixels were kept.
  public let quality: Int?
  /// Whether it exceeds the policy's limit even at the lowest quality.
  public let isOverLimit: Bool
  /// Whether a gain map was left out to keep the limit.
  public let lacksGainMap: Bool

  /// Makes a description of a file from elsewhere.
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
