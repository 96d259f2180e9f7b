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
  /// The camera, the exact time and the stars, from Exif (tags 271, 272, 18246, 36867, 36881 and 37521).
  package var capture = PhotoCapture()
  /// How many times brighter than white an iPhone's gain map makes the photo at most, from its Exif; `nil` if not
  /// stated.
  package var appleHeadroom: Double?

  /// The most bytes of an XMP packet: 1 MiB; our choice.
  ///
  /// A JPEG segment holds 64 KiB; only packets with whole edit histories come near the limit.
  public static let xmpByteLimit = 1 << 20
}

/// The camera, time, rating and people of a photo, as its file states them.
package struct PhotoCapture: Hashable, Sendable {
  /// The date and time by the camera's clock; `nil` if not stated.
  package var time: CameraTime?
  /// The fraction of a second, 0..<1.
  package var fraction: Double?
  /// How far the camera's clock was ahead of UTC, in minutes, −14 to 14 hours.
  package var offsetMinutes: Int?
  /// Maker and model of the camera.
  package var camera: String?
  /// How many stars the photo was given, 1…5, or −1 for rejected; `nil` without a rating.
  package var rating: Int?
  /// The people named in the file, as marks from which names cannot be read: 16 hexadecimal digits each, sorted.
  package var people: [String]

  package init(
    time: CameraTime? = nil, fraction: Double? = nil, offsetMinutes: Int? = nil,
    camera: String? = nil, rating: Int? = nil, people: [String] = []
  ) {
    (self.time, self.fraction) = (time, fraction)
    (self.offsetMinutes, self.camera) = (offsetMinutes, camera)
    (self.rating, self.people) = (rating, people)
  }

  /// Whether a number is a rating: XMP's are −1, 0…5, and 0 is a photo without one (XMP specification part 1, 8.4).
  package static func isRating(_ rating: Int) -> Bool { rating == -1 || (1...5).contains(rating) }

  /// Whether its numbers and texts are in range.
  package var isSensible: Bool {
    (0..<1).contains(fraction ?? 0) && (-840...840).contains(offsetMinutes ?? 0)
      && (camera?.utf8.count ?? 0) <= 130 && (rating.map(Self.isRating) ?? true)
      && people.count <= 64 && people.allSatisfy(Self.isMark)
  }

  private static func isMark(_ text: String) -> Bool {
    text.utf8.count == 16 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The minutes of an offset like `+02:00` or `-03:30`; `nil` for any other text (Exif 3.0, tag 36881).
  static func minutes(ofOffset text: String) -> Int? {
    let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2, "+-".contains(text.prefix(1)), (0...14).contains(parts[0]),
      (0...59).contains(parts[1])
    else { return nil }
    return (text.hasPrefix("-") ? -1 : 1) * (60 * parts[0] + parts[1])
  }
}
