import CJPEG

/// The header's facts about a JPEG's planes at one scale.
struct JPEGLayout {
  private let layout: cjpeg_layout
  private let shrink: Int

  /// Reads a header for planes that are 1, 2, 4 or 8 times smaller than stored.
  init(_ bytes: [UInt8], shrink: Int) throws(PixelFailure) {
    var layout = cjpeg_layout()
    try Self.calling { cjpeg_read_layout(bytes, bytes.count, Int32(shrink), &layout, $0) }
    self.layout = layout
    self.shrink = shrink
  }

  /// Whether the planes are luma and two chroma differences, each whole or halved.
  var isYCC: Bool { layout.is_ycc != 0 }

  private var all: [cjpeg_plane] { [layout.planes.0, layout.planes.1, layout.planes.2] }

  /// The size at this scale, in pixels; the last column and row may be cut by the picture's edge.
  var size: PixelSize {
    PixelSize(width: Int(layout.planes.0.width), height: Int(layout.planes.0.height))
  }

  /// The extent of the picture at this scale, in pixels.
  var extent: SampleRect {
    SampleRect(
      width: Double(layout.width) / Double(shrink), height: Double(layout.height) / Double(shrink))
  }

  func planes(arePassing: Bool) throws(PixelFailure) -> [SamplePlane] {
    var made: [SamplePlane] = []
    for plane in all {
      made.append(
        try SamplePlane(
          width: Int(plane.width), height: Int(plane.height), rowBytes: Int(plane.row_bytes),
          rows: Int(plane.rows), isPassing: arePassing))
    }
    return made
  }

  /// Decoded planes with the pixels that each of their samples covers.
  func bands(_ planes: [SamplePlane]) -> [PlanarPicture.Band] {
    zip(planes, all).map {
      PlanarPicture.Band(
        plane: $0, subsamplingX: Int($1.subsampling_x), subsamplingY: Int($1.subsampling_y),
        own: PixelSize(width: Int($1.own_width), height: Int($1.own_height)))
    }
  }

  /// Runs a call that reports failure as a negative number, with a text; returns the number.
  @discardableResult static func calling(
    _ call: (UnsafeMutablePointer<CChar>) -> Int32
  ) throws(PixelFailure) -> Int {
    var message = [CChar](repeating: 0, count: Int(CJPEG_MESSAGE_SIZE))
    let result = message.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map(call) ?? -1
    }
    guard result >= 0 else { throw PixelFailure(detail: message.text) }
    return Int(result)
  }
}

/// The planes of a JPEG, and the number of libjpeg's warnings.
struct DecodedJPEG {
  /// The picture as stored, not turned.
  let picture: PlanarPicture
  /// How often libjpeg found an error after which it could continue.
  let warningCount: Int

  /// Decodes the planes of a JPEG that libjpeg reads as luma and chroma differences; `nil` for
  /// other kinds: grey, CMYK, RGB, and samplings other than chroma whole or halved.
  ///
  /// It is decoded 1, 2, 4 or 8 times smaller. `isPassing` and `follow` are as in `HEVCTiles`, after each step.
  ///
  /// - Throws: When the data is damaged or ends early, not for warnings (decision 0201); when memory is short.
  init?(
    _ bytes: [UInt8], shrink: Int, isPassing: Bool = false,
    follow: (PlanarPicture) throws(PixelFailure) -> (Int) -> Void = { _ in { _ in } }
  ) throws(PixelFailure) {
    let layout = try JPEGLayout(bytes, shrink: shrink)
    guard layout.isYCC else { return nil }
    picture = PlanarPicture(
      size: layout.size, extent: layout.extent, colours: .ycc,
      bands: layout.bands(try layout.planes(arePassing: isPassing)))
    warningCount = try Self.decode(
      bytes, shrink: shrink, into: picture.bands.map(\.plane), follow(picture))
  }

  /// Reads all data of a JPEG of any kind; returns the number of warnings.
  ///
  /// - Throws: When the data is damaged or ends early.
  @discardableResult static func warningCount(_ bytes: [UInt8]) throws(PixelFailure) -> Int {
    try JPEGLayout.calling { cjpeg_decode(bytes, bytes.count, 8, nil, cjpeg_listener(), $0) }
  }

  /// Decodes into planes; returns the number of warnings.
  private static func decode(
    _ bytes: [UInt8], shrink: Int, into planes: [SamplePlane], _ decoded: @escaping (Int) -> Void
  ) throws(PixelFailure) -> Int {
    var decoded = decoded
    return try withUnsafeMutablePointer(to: &decoded) { (decoded) throws(PixelFailure) in
      let listener = cjpeg_listener(context: decoded) { context, rows in
        context?.assumingMemoryBound(to: ((Int) -> Void).self).pointee(Int(rows))
      }
      return try planes.withSamples { (samples) throws(PixelFailure) in
        let targets = zip(samples, planes).map {
          cjpeg_target(samples: $0, stride: $1.stride, kept: Int32($1.keptRows))
        }
        return try JPEGLayout.calling {
          cjpeg_decode(bytes, bytes.count, Int32(shrink), targets, listener, $0)
        }
      }
    }
  }
}

/// A JPEG without the segments that describe the photo; its pixels are not changed.
struct BareJPEG {
  /// The stream from its first to its last marker.
  let stream: [UInt8]

  /// Quantisation and Huffman tables, restart interval: the segments for decoding pixels.
  private static let tables: Set = [0xDB, 0xC4, 0xDD]
  /// Baseline and progressive frames of Huffman codes, which every reader shows.
  private static let frames: Set = [0xC0, 0xC2]
  /// Application data and comments: JFIF, Exif, XMP, profiles, thumbnails, maker's notes.
  private static let metadata = Set(0xE0...0xEF).union([0xFE])

  /// Removes metadata, junk between segments and everything after the picture.
  ///
  /// Returns `nil` for files with any segment that is not known to belong to a plain picture, such as arithmetic
  /// coding, several frames and a height after the first scan.
  init?(_ bytes: [UInt8]) {
    var kept: [UInt8] = [0xFF, 0xD8]
    kept.reserveCapacity(bytes.count)
    var segments = JPEGSegments(ByteView(bytes))
    var (frameCount, scanCount) = (0, 0)
    do {
      while let segment = try segments.next() {
        guard let end = segment.dataEnd, let isKept = Self.isKept(segment.code) else { return nil }
        if Self.frames.contains(segment.code) { frameCount += 1 }
        if segment.code == 0xDA { scanCount += 1 }
        if isKept { kept += bytes[segment.start..<end] }
      }
    } catch { return nil }
    guard frameCount == 1, scanCount > 0 else { return nil }
    stream = kept + JPEGSegments.endMarker
  }

  /// Whether a segment belongs to the picture; `nil` if that is unknown.
  private static func isKept(_ code: Int) -> Bool? {
    if metadata.contains(code) { return false }
    return tables.contains(code) || frames.contains(code) || code == 0xDA ? true : nil
  }
}

/// The additions that make a bare JPEG stream a file that every reader shows in the same colours.
enum JPEGFile {
  /// Returns the stream with a JFIF header and the sRGB profile after its first marker.
  ///
  /// libvips 8.14 leaves both out when it leaves the metadata out.
  static func tagged(_ stream: [UInt8]) -> [UInt8] {
    Array(stream.prefix(2)) + jfif + profile + stream.dropFirst(2)
  }

  /// Returns the stream with only a JFIF header, for samples that are not colours.
  static func untagged(_ stream: [UInt8]) -> [UInt8] {
    Array(stream.prefix(2)) + jfif + stream.dropFirst(2)
  }

  /// Returns a file of ours with more segments after its JFIF header.
  static func adding(_ segments: [UInt8], to file: [UInt8]) -> [UInt8] {
    Array(file.prefix(headLength)) + segments + file.dropFirst(headLength)
  }

  /// The bytes of the first marker and the JFIF header.
  static let headLength = 2 + jfif.count

  /// JFIF 1.01 without units or thumbnail, pixels square: JFIF 1.02, page 5.
  private static let jfif = segment(
    0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  /// The profile in a single piece: ICC.1:2022 annex B.4.
  private static let profile = segment(0xE2, piece(of: SRGBProfile.bytes))

  /// The contents of a segment with a whole profile.
  static func piece(of profile: [UInt8]) -> [UInt8] {
    Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
  }

  /// A segment of at most 65,533 bytes.
  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }
}

extension PlanarPicture {
  /// Encodes as baseline JPEG with halved chroma and the standard's tables, without any metadata.
  ///
  /// The picture must be ``encodable()``: its planes are encoded unchanged; with `isGrey` only the first one.
  func encodedJPEG(quality: Int, isGrey: Bool = false) throws(PixelFailure) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    defer { cjpeg_free(file) }
    let planes = bands.map(\.plane)
    try planes.withSamples { (samples) throws(PixelFailure) in
      _ = try JPEGLayout.calling { message in
        cjpeg_encode(
          samples.map { UnsafePointer($0) }, planes.map(\.stride), Int32(size.width),
          Int32(size.height), isGrey ? CJPEG_GREY : colours == .ycc ? CJPEG_YCC : CJPEG_RGB,
          Int32(quality), &file, &count, message)
      }
    }
    return Array(UnsafeBufferPointer(start: file, count: count))
  }

  /// The picture in a form for the encoder: red, green and blue, or chroma halved both ways.
  func encodable() throws(PixelFailure) -> PlanarPicture {
    if colours == .rgb || hasHalvedChroma { return self }
    return try resampled(
      SampleRect(covering: size), to: size, chroma: .halved, kernels: .average)
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

  var isInDisplayP3: Bool { profile.flatMap { ColourProfile($0) }?.isDisplayP3 ?? false }
}
