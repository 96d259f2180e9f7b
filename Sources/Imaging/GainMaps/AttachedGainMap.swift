/// A picture beside the photo in its file that is marked as the photo's gain map.
public struct AttachedGainMap: Sendable {
  /// ISO 21496-1's metadata without its label, and the XMP packet; both unparsed.
  public let iso, xmp: [UInt8]?
  /// Whether it is marked as Apple's own kind of gain map, whose numbers may be in the photo's Exif.
  public let isApples: Bool
  /// The picture as a separate file, without its metadata if it is a JPEG; `nil` if it is damaged or not of a plain
  /// kind.
  let stream: [UInt8]?
  /// Whether it has one channel.
  let isGrey: Bool
  /// Whether the profiles of the photo and of the gains' colour space are Display P3.
  let isPhotoInP3, isInP3: Bool

  /// The most pictures that are examined; our choice, cameras attach three.
  static let most = 8
}
