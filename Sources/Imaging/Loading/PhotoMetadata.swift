/// A photo's own metadata about places in its picture; XMP as bytes, unread.
///
/// Places in metadata are those of the picture before it is turned upright.
public struct PhotoMetadata: Hashable, Sendable {
  /// The XMP packet; `nil` without one, or when it has more than ``xmpByteLimit`` bytes.
  public let xmp: [UInt8]?
  /// The size in pixels of the picture before it is turned.
  public let size: PixelSize
  /// How that picture is turned to stand upright: an Exif orientation, 1 (not at all) to 8.
  ///
  /// Unlike ``PhotoHeader/orientation`` this is also set where a HEIC or AVIF file is turned by its
  /// decoder: to Exif's orientation, which cameras keep in step with the file's own rotation.
  public let orientation: Int
  /// The picture's size as Exif states it (tags 40962 and 40963), or `nil`.
  public let exifSize: PixelSize?
  /// Exif's main subject in pixels from the top left, before turning; empty without one.
  ///
  /// Tag 37396: centre x and y, followed by nothing, by a circle's diameter, or by a rectangle's
  /// width and height. Where that is missing, the point of tag 41492.
  public let subjectArea: [Int]
  /// When the photo was taken, as Exif says (tag 36867).
  public var taken: CameraTime?
  /// By what and exactly when it was taken, and its stars, as Exif says (tags 271, 272, 18246, 36881 and 37521).
  package var capture = PhotoCapture()
  /// How many times brighter than white an iPhone's gain map makes the photo at most, as its Exif says; `nil` where it does not.
  package var appleHeadroom: Double?

  /// The most bytes of an XMP packet: 1 MiB; our choice.
  ///
  /// A JPEG segment holds 64 KiB; only packets with whole edit histories come near the limit.
  public static let xmpByteLimit = 1 << 20
}

extension PhotoMetadata {
  /// Reads what libvips found in a file's header.
  init(_ picture: VipsPicture, header: PhotoHeader, scan: PhotoScan) {
    self.init(
      xmp: picture.xmp(limit: Self.xmpByteLimit),
      exif: (scan.exif ?? picture.exif).flatMap { ExifBlock($0) }, header: header, scan: scan)
  }

  /// Keeps what a file's blocks say.
  init(xmp: [UInt8]?, exif: ExifBlock?, header: PhotoHeader, scan: PhotoScan) {
    let turn = scan.isTurnedByDecoder ? exif?.orientation ?? 1 : header.orientation
    self.init(
      xmp: xmp, size: turn >= 5 ? header.size.transposed : header.size, orientation: turn,
      exifSize: exif?.pictureSize, subjectArea: exif?.subjectArea ?? [], taken: exif?.taken)
    capture = exif?.capture ?? PhotoCapture()
    appleHeadroom = exif?.appleHeadroom
  }
}
