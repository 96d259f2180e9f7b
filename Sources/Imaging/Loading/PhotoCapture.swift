/// By what and when a photo was taken, as it says itself.
package struct PhotoCapture: Hashable, Sendable {
  /// The date and time by the camera's clock; `nil` where it is not said.
  package var time: CameraTime?
  /// What part of a second had passed, 0..<1.
  package var fraction: Double?
  /// How far the camera's clock was ahead of UTC, in minutes, −14 to 14 hours.
  package var offsetMinutes: Int?
  /// Maker and model of the camera.
  package var camera: String?

  package init(
    time: CameraTime? = nil, fraction: Double? = nil, offsetMinutes: Int? = nil,
    camera: String? = nil
  ) {
    (self.time, self.fraction) = (time, fraction)
    (self.offsetMinutes, self.camera) = (offsetMinutes, camera)
  }

  /// Whether its numbers and texts are in their ranges.
  package var isSensible: Bool {
    (0..<1).contains(fraction ?? 0) && (-840...840).contains(offsetMinutes ?? 0)
      && (camera?.utf8.count ?? 0) <= 130
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
