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
  /// The camera's directory of that Exif, if it is a block of its own; otherwise `nil`.
  var exifDetails: [UInt8]?
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

  static func walk(
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

/// Bounds that apply to a file before any of its pixels are decoded.
public struct ImagingLimits: Codable, Hashable, Sendable {
  /// The most pixels of a stored picture; 110,000,000 by default.
  ///
  /// A JPEG may have twice as many, and so may a HEIC of 8 bits without alpha; a JPEG XL half and a GIF two fifths, by
  /// the cost of decoding them (decisions 0229 and 0613): more than every phone and nearly every camera has.
  public var maxPixels: Int

  /// The most bytes of a file; 512 MiB by default.
  public var maxBytes: Int

  /// The most scans of a progressive JPEG; 100 by default.
  ///
  /// Every scan visits every pixel again, so larger pictures may have fewer of them: a tenth for the largest. Both
  /// numbers are our choice; encoders write about 10.
  public var maxScans: Int

  /// Makes limits; each must be at least 1.
  public init(maxPixels: Int = 110_000_000, maxBytes: Int = 512 << 20, maxScans: Int = 100) {
    precondition(
      maxPixels >= 1 && maxBytes >= 1 && maxScans >= 1, "A limit below 1 would refuse every file.")
    (self.maxPixels, self.maxBytes, self.maxScans) = (maxPixels, maxBytes, maxScans)
  }

  /// The default limits.
  public static let standard = ImagingLimits()

  /// The most scans of a JPEG of a number of pixels: scans × pixels is at most
  /// ``maxScans`` × ``maxPixels`` ÷ 5.
  func scans(ofPixels pixels: Int) -> Int {
    let work = Double(maxScans) * Double(maxPixels) / 5
    return max(1, Int(min(Double(maxScans), work / Double(max(1, pixels)))))
  }

  /// The most pixels of a format, or of its light files.
  func pixels(of format: PhotoFormat, isLight: Bool = false) -> Int {
    let (times, parts) =
      isLight ? (2, 1) : [.jpeg: (2, 1), .jxl: (1, 2), .gif: (2, 5)][format] ?? (1, 1)
    let product = maxPixels.capped(times: times)
    return product == .max ? .max : max(1, product / parts)
  }

  /// Compares a declared size with the limit of a format, or of its light files (``PhotoScan/isLight``).
  func check(
    width: Int, height: Int, of format: PhotoFormat, isLight: Bool = false
  ) throws(ScanProblem) {
    guard width > 0, height > 0 else {
      throw .corrupt("The header declares a picture of \(width)×\(height) pixels.")
    }
    let limit = self.pixels(of: format, isLight: isLight)
    if width.capped(times: height) > limit {
      throw .tooManyPixels(width: width, height: height, limit: limit)
    }
    guard PixelSize.isUsable(width: width, height: height) else {
      throw .extremeShape(width: width, height: height)
    }
  }
}

/// The amount of a file's data besides its picture, summed while its structure is walked.
///
/// The limits are our choice; decision 0206 has the reasons.
struct MetadataTally {
  /// The most bytes of metadata: Exif, XMP, texts, profiles; unpacked where they are compressed.
  static let byteLimit = 64 << 20
  /// The most bytes of a colour profile: what the segments of a JPEG can hold (ICC.1:2022, annex B.4).
  static let profileLimit = 255 * 65_519
  /// The most pictures in a file: frames, pages or pieces of data.
  static let pictureLimit = 10_000

  /// The format's name in messages.
  let format: String
  private var byteCount = 0
  private var profileByteCount = 0
  private var claimed = 0

  init(_ format: String) { self.format = format }

  /// Counts some metadata; pass `Int.max` for a number that does not fit an `Int`.
  mutating func add(_ bytes: Int) throws(ScanProblem) {
    byteCount = byteCount.capped(plus: bytes)
    if byteCount > Self.byteLimit {
      throw .excessive(
        "The \(format) file has more than \(Self.byteLimit) bytes of metadata, the limit.")
    }
  }

  /// Counts some bytes of the colour profile, which are metadata as well.
  mutating func addProfile(_ bytes: Int) throws(ScanProblem) {
    try add(bytes)
    profileByteCount += bytes
    if profileByteCount > Self.profileLimit {
      throw .excessive(
        """
        The \(format) file has a colour profile of more than \(Self.profileLimit) bytes, the limit.
        """)
    }
  }

  /// Compares the number of pictures so far, whose unit is in the plural, with the limit.
  ///
  /// - Throws: `excessive` above ``pictureLimit``.
  func check(_ count: Int, _ unit: String) throws(ScanProblem) {
    if count > Self.pictureLimit {
      throw .excessive("The \(format) file has more than \(Self.pictureLimit) \(unit), the limit.")
    }
  }

  /// Counts bytes that a file's entries point to, and compares their total with the bytes it has.
  ///
  /// Entries of a valid file do not overlap by much; readers make a copy for each.
  mutating func claim(_ bytes: Int, of file: ByteView) throws(ScanProblem) {
    claimed = claimed.capped(plus: bytes)
    if claimed > max(file.count, Self.byteLimit) {
      throw .excessive(
        "The \(format) file's entries claim \(claimed) bytes; it has \(file.count).")
    }
  }
}
