/// The metadata of a JPEG before its first scan: Exif, XMP and a colour profile, as unparsed bytes.
///
/// As in libjpeg, segments after the first scan do not count. Of several blocks of Exif or XMP the first one counts.
struct JPEGMetadata: Equatable {
  /// The data after the mark of Exif 3.0, section 4.7.2; `nil` without one.
  private(set) var exif: [UInt8]?
  /// The packet of XMP specification part 3, 1.1.3, in one segment of at most 64 KiB; `nil` without one.
  private(set) var xmp: [UInt8]?
  /// The profile, joined from its pieces: ICC.1:2022, annex B.4; `nil` without one, and if pieces are missing or
  /// disagree on their number, as in libjpeg-turbo.
  private(set) var profile: [UInt8]?

  private static let exifMark = Array("Exif\0".utf8)
  /// The start of a segment with XMP.
  static let xmpMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let profileMark = Array("ICC_PROFILE\0".utf8)

  /// Reads the segments up to the first scan, or to the first invalid one.
  init(_ file: ByteView) {
    var segments = JPEGSegments(file)
    var pieces: [Int: ArraySlice<UInt8>] = [:]
    var counts: Set<Int> = []
    while let segment = try? segments.next(), segment.code != 0xDA {
      let content = file.bytes(at: segment.start + 4, length: segment.end - segment.start - 4)
      switch segment.code {
      case 0xE1 where content.starts(with: Self.exifMark):
        // The mark is padded to six bytes.
        exif = exif ?? Array(content.dropFirst(Self.exifMark.count + 1))
      case 0xE1 where content.starts(with: Self.xmpMark):
        xmp = xmp ?? Array(content.dropFirst(Self.xmpMark.count))
      case 0xE2 where content.starts(with: Self.profileMark):
        let piece = content.dropFirst(Self.profileMark.count)
        guard let number = piece.first, let count = piece.dropFirst().first else { continue }
        counts.insert(Int(count))
        pieces[Int(number)] = pieces[Int(number)] ?? piece.dropFirst(2)
      default: break
      }
    }
    guard counts == [pieces.count], pieces.keys.max() == pieces.count, pieces[0] == nil else {
      return
    }
    profile = (1...pieces.count).flatMap { pieces[$0] ?? [] }
  }

  init(_ bytes: [UInt8]) { self.init(ByteView(bytes)) }

  /// Whether the profile is that of Display P3.
  var isInDisplayP3: Bool { profile.flatMap { ColourProfile($0) }?.isDisplayP3 ?? false }
}
