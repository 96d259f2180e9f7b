/// A JPEG file in memory, and what it took to make it.
public struct EncodedJPEG: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// The quality it was written with; `nil` when the photo's own pixels were kept.
  public let quality: Int?
  /// Whether it is above the policy's limit although the lowest quality was tried.
  public let isOverLimit: Bool

  /// Makes a description of a file that was encoded elsewhere.
  public init(bytes: [UInt8], quality: Int?, isOverLimit: Bool) {
    self.bytes = bytes
    self.quality = quality
    self.isOverLimit = isOverLimit
  }
}
