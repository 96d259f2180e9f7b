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
    self.maxPixels = maxPixels
    self.maxBytes = maxBytes
    self.maxScans = maxScans
  }

  /// The default limits.
  public static let standard = ImagingLimits()
}

extension ImagingLimits {
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
