/// Bounds that a file must keep before any of its pixels are decoded.
public struct ImagingLimits: Hashable, Sendable {
  /// The most pixels of a stored picture; 100,000,000 by default.
  ///
  /// Above every phone and nearly every camera, and 300 MB when decoded.
  public var maxPixels: Int

  /// The most bytes of a file; 512 MiB by default.
  public var maxBytes: Int

  /// The most scans of a progressive JPEG; 100 by default.
  ///
  /// Every scan visits every pixel again, so that larger pictures may have fewer of them: a fifth
  /// for one of ``maxPixels``. Both numbers are ours; encoders write about 10.
  public var maxScans: Int

  /// Makes limits; each must be at least 1.
  public init(maxPixels: Int = 100_000_000, maxBytes: Int = 512 << 20, maxScans: Int = 100) {
    precondition(
      maxPixels >= 1 && maxBytes >= 1 && maxScans >= 1, "A limit below 1 would refuse every file.")
    self.maxPixels = maxPixels
    self.maxBytes = maxBytes
    self.maxScans = maxScans
  }

  /// The limits that hold unless a user sets others.
  public static let standard = ImagingLimits()
}

extension ImagingLimits {
  /// The most scans of a JPEG of a number of pixels: scans × pixels is at most
  /// ``maxScans`` × ``maxPixels`` ÷ 5.
  func scans(ofPixels pixels: Int) -> Int {
    let work = Double(maxScans) * Double(maxPixels) / 5
    return max(1, Int(min(Double(maxScans), work / Double(max(1, pixels)))))
  }

  /// The limits of a GIF: half of the pixels, because its decoder keeps a picture of its own,
  /// of four bytes a pixel, beside ours (decision 0613).
  var ofGIF: ImagingLimits {
    var limits = self
    limits.maxPixels = max(1, maxPixels / 2)
    return limits
  }

  /// Holds a declared size against the limit.
  func check(width: Int, height: Int) throws(ScanProblem) {
    guard width > 0, height > 0 else {
      throw .corrupt("The header declares a picture of \(width)×\(height) pixels.")
    }
    let pixels = width.multipliedReportingOverflow(by: height)
    if pixels.overflow || pixels.partialValue > maxPixels {
      throw .tooManyPixels(width: width, height: height, limit: maxPixels)
    }
  }
}
