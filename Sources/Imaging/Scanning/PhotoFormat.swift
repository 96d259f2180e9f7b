/// A picture format that photos are read from.
public struct PhotoFormat: Hashable, Sendable, CustomStringConvertible {
  /// The format's name for people.
  public let description: String
  private init(_ description: String) { self.description = description }

  /// JPEG, ISO/IEC 10918.
  public static let jpeg = PhotoFormat("JPEG")
  /// PNG, ISO/IEC 15948.
  public static let png = PhotoFormat("PNG")
  /// WebP, RFC 9649.
  public static let webp = PhotoFormat("WebP")
  /// HEIC: HEVC pictures in HEIF, ISO/IEC 23008-12.
  public static let heic = PhotoFormat("HEIC")
  /// AVIF: AV1 pictures in HEIF.
  public static let avif = PhotoFormat("AVIF")
  /// TIFF 6.0 and BigTIFF.
  public static let tiff = PhotoFormat("TIFF")
  /// JPEG XL, ISO/IEC 18181.
  public static let jxl = PhotoFormat("JPEG XL")
  /// BMP of Windows and OS/2.
  public static let bmp = PhotoFormat("BMP")
  /// A camera's raw file, of which the embedded preview is read.
  public static let raw = PhotoFormat("RAW")
  /// GIF 87a and 89a, of which the first frame is read.
  public static let gif = PhotoFormat("GIF")

  /// The most bytes that ``sniff(_:)`` and ``UnsupportedFile/recognise(_:)`` look at.
  public static let sniffLength = 512

  /// Returns the format that a file's first bytes indicate, or `nil` for another one.
  ///
  /// File names and extensions are not used. ``sniffLength`` bytes are enough; the rest may still be anything.
  public static func sniff(_ bytes: [UInt8]) -> PhotoFormat? {
    let file = ByteView(bytes)
    if let format = signatures.first(where: { file.hasText($0.signature, at: 0) })?.format {
      return format
    }
    if file.hasText("RIFF", at: 0), file.hasText("WEBP", at: 8) { return .webp }
    if isBMP(file) { return .bmp }
    if RawFile.signatures.contains(where: { file.hasText($0.text, at: $0.at) }) { return .raw }
    return sniffHEIF(file)
  }

  /// Determines the format that a file's first bytes indicate, as ``sniff(_:)`` does.
  ///
  /// - Throws: `empty-file`; `unsupported-format`, which names the kind of file if it is known.
  public init(of bytes: [UInt8], named name: String) throws(PhotoprepError) {
    if bytes.isEmpty { throw .emptyFile(name) }
    guard let format = Self.sniff(bytes) else {
      throw .unsupported(name, is: UnsupportedFile.recognise(bytes))
    }
    self = format
  }

  /// The signatures at the very start of a file.
  private static let signatures: [(signature: String, format: PhotoFormat)] = [
    ("\u{FF}\u{D8}\u{FF}", .jpeg), ("\u{89}PNG\r\n\u{1A}\n", .png),
    ("GIF87a", .gif), ("GIF89a", .gif),
    ("II*\0", .tiff), ("MM\0*", .tiff), ("II+\0", .tiff), ("MM\0+", .tiff),
    ("\u{FF}\u{0A}", .jxl), ("\0\0\0\u{0C}JXL \r\n\u{87}\n", .jxl),
  ]

  /// The brands of still pictures and picture sequences, in the order of precedence:
  /// ISO/IEC 23008-12 annex B and the AVIF specification, section 6.
  private static let brands: [(brand: String, format: PhotoFormat)] = [
    ("avif", .avif), ("avis", .avif), ("heic", .heic), ("heix", .heic), ("heim", .heic),
    ("heis", .heic), ("hevc", .heic), ("hevx", .heic), ("mif1", .heic), ("msf1", .heic),
  ]

  /// Whether a file begins like a BMP: many texts start with `BM` too, so the header's length is also checked.
  private static func isBMP(_ file: ByteView) -> Bool {
    file.hasText("BM", at: 0)
      && BMPScanner.headers.contains(file.number(at: 14, bytes: 4, bigEndian: false) ?? 0)
  }

  private static func sniffHEIF(_ file: ByteView) -> PhotoFormat? {
    guard file.hasText("ftyp", at: 4), let length = file.u32(at: 0) else { return nil }
    let end = min(length, file.count, sniffLength)
    let offsets = [8] + Array(stride(from: 16, through: max(16, end - 4), by: 4))
    return brands.first { brand in
      offsets.contains { file.hasText(brand.brand, at: $0) }
    }?.format
  }
}

/// Names for files that are often found among photos and are not prepared.
public enum UnsupportedFile {
  /// Returns what a file is, with its article, such as "a PDF document", or `nil` when unknown.
  ///
  /// Only for messages: nothing is read or refused because of it. ``PhotoFormat/sniffLength`` bytes are enough.
  public static func recognise(_ bytes: [UInt8]) -> String? {
    let file = ByteView(bytes)
    return signatures.first { file.hasText($0.signature, at: $0.offset) }?.kind ?? text(file)
  }

  private typealias Signature = (offset: Int, signature: String, kind: String)

  private static let signatures: [Signature] = pictures + raws + containers

  private static let pictures: [Signature] = [
    (0, "BM", "a BMP picture"), (0, "8BPS", "a Photoshop document"),
    (4, "jP  \r\n", "a JPEG 2000 picture"), (0, "\u{FF}\u{4F}\u{FF}\u{51}", "a JPEG 2000 picture"),
    (0, "II\u{BC}\u{01}", "a JPEG XR picture"),
    (0, "\0\0\u{01}\0", "a Windows icon"), (0, "icns", "an Apple icon file"),
    (0, "v/1\u{01}", "an OpenEXR picture"), (0, "#?RADIANCE", "a Radiance picture"),
    (0, "qoif", "a QOI picture"), (0, "gimp xcf", "a GIMP document"),
    (0, "\u{08}\u{F2}\u{A6}\u{B6}", "a libvips picture"),
    (0, "\u{B6}\u{A6}\u{F2}\u{08}", "a libvips picture"),
    (0, "push graphic-context", "an MVG drawing"),
    (0, "P1\n", "a PBM picture"), (0, "P2\n", "a PGM picture"), (0, "P3\n", "a PPM picture"),
    (0, "P4\n", "a PBM picture"), (0, "P5\n", "a PGM picture"), (0, "P6\n", "a PPM picture"),
    (0, "P6 ", "a PPM picture"),
  ]

  private static let raws: [Signature] = [
    (0, "FOVb", "a camera raw file (X3F)"), (0, "\0MRM", "a camera raw file (MRW)"),
  ]

  private static let containers: [Signature] = [
    (0, "%PDF", "a PDF document"), (0, "%!PS", "a PostScript document"),
    (4, "ftypqt  ", "a video"), (4, "ftypmp4", "a video"),
    (4, "ftypM4V", "a video"), (4, "ftyp3g", "a video"), (4, "ftypiso", "a video"),
    (4, "ftypavc1", "a video"), (4, "moov", "a video"), (8, "AVI ", "a video"),
    (0, "\u{1A}\u{45}\u{DF}\u{A3}", "a video"), (8, "WAVE", "a sound file"),
    (0, "ID3", "a sound file"), (0, "OggS", "a sound or video file"), (0, "fLaC", "a sound file"),
    (0, "PK\u{03}\u{04}", "a ZIP archive"), (0, "\u{1F}\u{8B}", "a gzip archive"),
    (0, "BZh", "a bzip2 archive"), (0, "7z\u{BC}\u{AF}", "a 7-Zip archive"),
    (0, "Rar!", "a RAR archive"), (257, "ustar", "a tar archive"),
    (0, "\u{89}HDF", "an HDF5 file"), (0, "MATLAB", "a MATLAB file"),
    (0, "SQLite format 3", "an SQLite database"), (0, "bplist", "a property list"),
    (0, "\0\u{05}\u{16}\u{07}", "a macOS companion file (AppleDouble)"),
  ]

  /// Distinguishes SVG and HTML from other text, if all of the first bytes are text.
  private static func text(_ file: ByteView) -> String? {
    let start = file.prefix(PhotoFormat.sniffLength)
    guard !start.isEmpty, start.allSatisfy({ $0 >= 32 || [9, 10, 13].contains($0) }) else {
      return nil
    }
    let words = String(decoding: start, as: UTF8.self).lowercased()
    if words.contains("<svg") { return "an SVG drawing" }
    if words.contains("<html") || words.contains("<!doctype html") { return "a web page" }
    return words.contains("<?xml") ? "an XML document" : "a text file"
  }
}
