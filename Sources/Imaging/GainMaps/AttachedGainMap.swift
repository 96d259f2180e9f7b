/// A picture in a photo's file beside the photo that says it is the photo's gain map.
public struct AttachedGainMap: Sendable {
  /// ISO 21496-1's metadata without their label, and the XMP packet; neither was read.
  public let iso, xmp: [UInt8]?
  /// Whether it says that it is one of Apple's own kind, whose numbers may stand in the photo's Exif.
  public let isApples: Bool
  /// The picture as a file of its own, without its metadata where it is a JPEG; `nil` where it is damaged or of a kind that
  /// is not plain.
  let stream: [UInt8]?
  /// Whether it has one channel.
  let isGrey: Bool
  /// Whether the profiles of the photo and of the colours that its gains count in are of Display P3.
  let isPhotoInP3, isInP3: Bool

  /// The most pictures that are looked at; our choice, cameras attach three.
  static let most = 8
}
