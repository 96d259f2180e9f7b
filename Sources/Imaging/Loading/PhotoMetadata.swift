/// A photo's own metadata about places in its picture; XMP as unparsed bytes.
///
/// Places in metadata are those of the picture before it is turned upright.
public struct PhotoMetadata: Hashable, Sendable {
  /// The XMP packet; `nil` without one, or when it has more than ``xmpByteLimit`` bytes.
  public let xmp: [UInt8]?
  /// The size in pixels of the picture before it is turned.
  public let size: PixelSize
  /// The turn that makes that picture upright: an Exif orientation, 1 (none) to 8.
  ///
  /// Unlike ``PhotoHeader/orientation`` this is also set if a HEIC or AVIF file is turned by its decoder: to Exif's
  /// orientation, which cameras keep equal to the file's own rotation.
  public let orientation: Int
  /// The picture's size as Exif states it (tags 40962 and 40963), or `nil`.
  public let exifSize: PixelSize?
  /// Exif's main subject in pixels from the top left, before turning; empty without one.
  ///
  /// Tag 37396: centre x and y, alone or with a circle's diameter, or with a rectangle's width and height. Without it,
  /// the point of tag 41492.
  public let subjectArea: [Int]
  /// When the photo was taken, from Exif (tag 36867).
  public var taken: CameraTime?
  /// The camera, the exact time and the stars, from Exif (tags 271, 272, 18246, 36881 and 37521).
  package var capture = PhotoCapture()
  /// How many times brighter than white an iPhone's gain map makes the photo at most, from its Exif; `nil` if not
  /// stated.
  package var appleHeadroom: Double?

  /// The most bytes of an XMP packet: 1 MiB; our choice.
  ///
  /// A JPEG segment holds 64 KiB; only packets with whole edit histories come near the limit.
  public static let xmpByteLimit = 1 << 20
}
