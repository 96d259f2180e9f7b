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
