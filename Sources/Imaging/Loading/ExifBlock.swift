import Foundation

/// The few Exif tags that are read directly: Exif 3.0, tags 271, 272, 274, 513, 514, 18246, 34665, 36867, 36881,
/// 37396, 37500, 37521, 40961, 40962, 40963, 40965 and 41492; and DNG 1.7, tag 50706.
package struct ExifBlock {
  private let main: TIFFDirectory
  /// The camera's directory, in addition to the picture's own; `nil` if there is none.
  private let details: TIFFDirectory?
  /// Whether the camera states Adobe RGB, as in the Design rule for Camera File system (DCF 2.0, option files):
  /// colours that are not sRGB's, and the mark `R03`; or in Nikon's note alone.
  private let isAdobeRGB: Bool
  /// The profile of the colours that are stated without embedding one: decision 0227.
  var statedProfile: [UInt8]? { isAdobeRGB ? AdobeRGBProfile.bytes : nil }

  /// Reads a block with or without its `Exif` mark, whose camera's directory may be a block of its own; `nil` when it
  /// is invalid.
  package init?(_ block: [UInt8], details separate: [UInt8]? = nil) {
    let start = Array("Exif\0\0".utf8)
    let file = ByteView(block.starts(with: start) ? Array(block.dropFirst(start.count)) : block)
    let tags: Set = [271, 272, 274, 18246, 34665, 50706]
    guard let main = try? TIFFDirectory(file: file, isStrict: false).first(tags: tags) else {
      return nil
    }
    let own = separate.map { TIFFDirectory(file: ByteView($0), isStrict: false) } ?? main
    let details = (separate == nil ? main.first(34665) : own.firstOffset).flatMap {
      try? own.directory(
        at: $0, tags: [36867, 36881, 37396, 37500, 37521, 40961, 40962, 40963, 40965, 41492])
    }
    let mark = details?.first(40965).flatMap { try? own.directory(at: $0, tags: [1]) }
    let isOption = mark?.values(1).prefix(3).elementsEqual("R03".utf8.map { Int($0) }) ?? false
    isAdobeRGB =
      switch details?.first(40961) {
      // A DNG's preview may be a converter's.
      case _ where main.has(50706): false
      // 2 is no standard's; Samsung's cameras write it.
      case 0xFFFF, 2: isOption
      case nil: details.flatMap(Self.nikonsColours) == 2
      default: false
      }
    self.main = main
    self.details = details
  }

  /// The colours in Nikon's note, 2 for Adobe RGB: a NEF has them only there (ExifTool's Nikon tag 30).
  private static func nikonsColours(_ details: TIFFDirectory) -> Int? {
    guard let place = details.bytes(of: 37500),
      details.file.hasText("Nikon\0", at: place.lowerBound)
    else { return nil }
    let note = details.file.bytes(at: place.lowerBound, length: place.count).dropFirst(10)
    return try? TIFFDirectory(file: ByteView(Array(note)), isStrict: false)
      .first(tags: [30]).first(30)
  }

  /// The orientation, if the block's size equals that of the stored picture.
  ///
  /// Converters copy Exif to pictures that they have turned already. After a quarter turn, width and height of the
  /// pixels are exchanged against Exif, which distinguishes them from files that still need the turn. A square does
  /// not show it, and is not turned by a quarter.
  func turn(of stored: PixelSize) -> Int? {
    guard let orientation, pictureSize == stored,
      orientation < 5 || stored.width != stored.height
    else { return nil }
    return orientation
  }

  /// The turn of the stored picture, 1 to 8; `nil` if not stated.
  package var orientation: Int? { main.first(274).flatMap { (1...8).contains($0) ? $0 : nil } }

  var pictureSize: PixelSize? {
    guard let width = details?.first(40962), let height = details?.first(40963),
      width >= 1, height >= 1
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The camera, the time to the fraction of a second with its time zone, and the stars that Windows gave the picture
  /// (tag 18246).
  var capture: PhotoCapture {
    var capture = PhotoCapture()
    let words = [271, 272].map { Self.text(of: main.values($0)) }.filter { !$0.isEmpty }
    capture.camera = words.isEmpty ? nil : words.joined(separator: " ")
    capture.rating = main.first(18246).flatMap { PhotoCapture.isRating($0) ? $0 : nil }
    guard let details else { return capture }
    let time = details.values(36867).prefix(19).compactMap(UInt8.init(exactly:))
    capture.time = CameraTime(exif: String(decoding: time, as: UTF8.self))
    capture.fraction = Double("0." + Self.text(of: details.values(37521)))
    capture.offsetMinutes = PhotoCapture.minutes(ofOffset: Self.text(of: details.values(36881)))
    return capture
  }

  /// A text of ASCII, up to its end or 64 bytes; each run of spaces becomes one.
  private static func text(of values: some Collection<Int>) -> String {
    let bytes = values.prefix(64).compactMap(UInt8.init(exactly:)).prefix { $0 != 0 }
    return String(decoding: bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
  }

  /// The small JPEG of the photo that most cameras add: Exif 3.0, section 4.5.5; `nil` without one.
  var thumbnail: [UInt8]? {
    guard let second = main.secondDirectory(tags: [513, 514]), let start = second.first(513),
      let count = second.first(514), count > 0
    else { return nil }
    let bytes = main.file.bytes(at: start, length: count)
    return bytes.count == count ? Array(bytes) : nil
  }

  /// The main subject: two to four numbers of SubjectArea, else the two of SubjectLocation.
  var subjectArea: [Int] {
    guard let details else { return [] }
    return [37396, 41492].map { Array(details.values($0).prefix(5)) }
      .first { (2...4).contains($0.count) } ?? []
  }

  /// How many times brighter than white an iPhone's gain map makes the photo at most, from two numbers of the maker's
  /// notes; `nil` without them.
  ///
  /// The formula is Apple's ("Applying Apple HDR effect to your photos", tags 33 and 48); libavif and libultrahdr have
  /// it too.
  var appleHeadroom: Double? {
    guard let details, let place = details.bytes(of: 37500) else { return nil }
    var notes = Array(details.file.bytes(at: place.lowerBound, length: place.count))
    // A mark, a version and the byte order, followed by the directory; its offsets count from the mark.
    guard notes.count > 14, notes.starts(with: "Apple iOS\0".utf8) else { return nil }
    notes.replaceSubrange(0..<2, with: notes[12..<14])
    let directory = try? TIFFDirectory(file: ByteView(notes)).directory(at: 14, tags: [33, 48])
    guard let directory, let first = directory.signedFraction(33),
      let second = directory.signedFraction(48)
    else { return nil }
    let stops =
      switch (first < 1, second <= 0.01) {
      case (true, true): -20 * second + 1.8
      case (true, false): -0.101 * second + 1.601
      case (false, true): -70 * second + 3
      case (false, false): -0.303 * second + 2.303
      }
    return exp2(max(0, stops))
  }
}
