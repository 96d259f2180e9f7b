/// The facts in a file's own structure, read without any decoder.
///
/// The scan comes first and is our own code, so that the memory and time that libraries use for a header alone are
/// bounded: a PNG of 57 bytes makes libpng touch 1 GB, a GIF of 35 bytes makes GLib abort.
struct PhotoScan: Equatable {
  /// The number of columns as stored.
  var width: Int
  /// The number of rows as stored.
  var height: Int
  /// Whether the file has a rotation or mirroring that its decoder applies (HEIF `irot`, `imir`).
  var isTurnedByDecoder = false
  /// Whether pixels are as cheap as in the cheapest files of the format: a HEIC of 8 bits, with halved chroma and no
  /// alpha.
  var isLight = false
  /// The meaning of the samples of a pixel, if the file states more than libvips passes on; otherwise `nil`.
  var bands: BandLayout?
  /// The bytes that the decoder reads instead of the file; `nil` for the file itself.
  var decodable: [UInt8]?
  /// Exif at a place where the decoder does not look; otherwise `nil`.
  var exif: [UInt8]?
  /// A PNG's Exif in a text, which counts if there is no other; otherwise `nil`.
  var exifText: PNGExifText?
  /// The profile to use, if the decoder passes on another one or none; otherwise `nil`.
  var profile: [UInt8]?
  /// What the decoder leaves undone.
  var repairs: SampleRepairs = []
  /// Whether a HEIF file states that it has a gain map.
  var hasGainMap = false
  /// The `iCCP` chunk of a PNG, whose profile libpng may refuse; otherwise `nil`.
  var packedProfile: [UInt8]?
  /// The format to decode, if it differs from the file's; otherwise `nil`.
  var loader: PhotoFormat?
  /// The page to read, from 0.
  var page = 0
  /// Flags about reading the file that a person should know.
  var flags: Set<PhotoFlag> = []
}

/// A problem in a file's structure, as a sentence that ends with a full stop.
enum ScanProblem: Error, Equatable {
  /// The structure contradicts itself.
  case corrupt(String)
  /// The file ends before its structure does.
  case truncated(String)
  /// The file needs an absurd amount of work.
  case excessive(String)
  /// The picture has more pixels than the limit.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The picture is too long to be cropped.
  case extremeShape(width: Int, height: Int)
  /// The file is of an unsupported kind, named with its article.
  case unsupported(String)
}

extension PhotoScan {
  /// Walks through a file's structure, by the result of ``PhotoFormat/sniff(_:)``.
  ///
  /// - Throws: The first problem on the way.
  static func of(
    _ bytes: [UInt8], as format: PhotoFormat, limits: ImagingLimits
  ) throws(ScanProblem) -> PhotoScan {
    let file = ByteView(bytes)
    let raw = format == .raw || format == .tiff ? RawFile(bytes) : nil
    let scan: PhotoScan
    if let raw {
      scan = try raw.scan(limits)
    } else {
      scan = try walk(file, as: format, limits: limits)
    }
    try limits.check(
      width: scan.width, height: scan.height, of: scan.loader ?? format, isLight: scan.isLight)
    return scan
  }

  private static func walk(
    _ file: ByteView, as format: PhotoFormat, limits: ImagingLimits
  ) throws(ScanProblem) -> PhotoScan {
    switch format {
    case .jpeg: return try JPEGScanner(file: file, limits: limits).scan()
    case .png: return try PNGScanner(file: file, limits: limits).scan()
    case .gif: return try GIFScanner(file: file).scan()
    case .webp: return try WebPScanner(file: file).scan()
    case .tiff: return try TIFFScanner(file: file).scan()
    case .jxl: return try JXLScanner(file: file).scan()
    case .bmp: return try BMPScanner(file: file).scan()
    default: return try HEIFScanner(file: file).scan()
    }
  }
}
