/// The facts about a photo before its pixels are decoded.
public struct PhotoHeader: Hashable, Sendable {
  /// The format, from the first bytes.
  public let format: PhotoFormat
  /// The size in pixels as stored.
  ///
  /// HEIC and AVIF files are turned by their decoder, so for them this is the upright size.
  public let storedSize: PixelSize
  /// The turn of the stored picture: an Exif orientation, 1 (none) to 8.
  ///
  /// In HEIC and AVIF the file's own rotation counts, which the decoder applies, so this is 1; if the file has none,
  /// Exif's counts if Exif's size is the stored one (decision 0205).
  public let orientation: Int

  /// Flags of ``PhotoFlag/Step/reading`` that a person should know.
  public internal(set) var flags: Set<PhotoFlag> = []

  /// The size in pixels of the upright picture.
  public var size: PixelSize { orientation >= 5 ? storedSize.transposed : storedSize }
}

extension PhotoHeader {
  /// Reads libvips's view of a file's header.
  init(_ picture: VipsPicture, format: PhotoFormat, scan: PhotoScan) {
    self.init(
      format: scan.flags.contains(.preview) ? .raw : format, storedSize: picture.size,
      orientation: picture.orientation(format, scan),
      flags: scan.flags)
  }
}

extension VipsPicture {
  /// The profile of the colours that a photo states without embedding one: decision 0227.
  func statedProfile(as format: PhotoFormat) -> [UInt8]? {
    format == .jpeg && profile == nil ? ExifBlock(exif ?? [])?.statedProfile : nil
  }

  /// The turn from the loader's pixels to upright.
  fileprivate func orientation(_ format: PhotoFormat, _ scan: PhotoScan) -> Int {
    // The decoder turns these by the picture's own data, and Exif must be ignored, but for a raw file's.
    if format == .jxl, scan.exif == nil { return 1 }
    guard format == .heic || format == .avif else {
      return scan.exif.flatMap { ExifBlock($0)?.orientation } ?? orientation
    }
    return scan.isTurnedByDecoder ? 1 : ExifBlock(exif ?? [])?.turn(of: size) ?? 1
  }
}

extension PhotoMetadata {
  /// Takes the metadata from a file's blocks.
  init(xmp: [UInt8]?, exif: ExifBlock?, header: PhotoHeader, scan: PhotoScan) {
    let turn = scan.isTurnedByDecoder ? exif?.orientation ?? 1 : header.orientation
    self.init(
      xmp: xmp, size: turn >= 5 ? header.size.transposed : header.size, orientation: turn,
      exifSize: exif?.pictureSize, subjectArea: exif?.subjectArea ?? [], taken: exif?.taken)
    capture = exif?.capture ?? PhotoCapture()
    appleHeadroom = exif?.appleHeadroom
  }
}

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
