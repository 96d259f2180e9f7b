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
}

extension PhotoFormat {
  /// The most bytes that ``sniff(_:)`` and ``UnsupportedFile/recognise(_:)`` look at.
  public static let sniffLength = 512

  /// Returns the format that a file's first bytes indicate, or `nil` for another one.
  ///
  /// File names and extensions are not used.
  ///
  /// - Parameter bytes: The file from its start; ``sniffLength`` bytes are enough.
  /// - Returns: The indicated format. The rest of the file may still be anything.
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

  /// Determines the format that a file's first bytes indicate.
  ///
  /// - Parameters:
  ///   - bytes: The file from its start; ``sniffLength`` bytes are enough.
  ///   - name: The file's name in messages.
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
