/// A date and a time by a camera's clock, which knows no time zone.
public struct CameraTime: Hashable, Sendable {
  /// The time as `2026-01-05T12:00:00`, which sorts by time.
  public let text: String

  /// Reads that form; `nil` for another form and for an impossible time.
  public init?(_ text: String) {
    let form = "0000-00-00T00:00:00"
    guard text.utf8.count == form.utf8.count,
      zip(text.utf8, form.utf8).allSatisfy({ digit, place in
        place == UInt8(ascii: "0") ? (0x30...0x39).contains(digit) : digit == place
      })
    else { return nil }
    let fields = text.split { !$0.isNumber }.compactMap { Int($0) }
    let ranges = [1...9999, 1...12, 1...31, 0...23, 0...59, 0...60]
    guard zip(ranges, fields).allSatisfy({ $0.contains($1) }) else { return nil }
    self.text = text
  }

  /// Reads the form of Exif, `2026:01:05 12:00:00`; `nil` for another form.
  ///
  /// Source: Exif 3.0 (CIPA DC-008), 4.6.5, DateTimeOriginal.
  public init?(exif text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2 else { return nil }
    self.init(parts[0].split(separator: ":").joined(separator: "-") + "T" + parts[1])
  }
}
