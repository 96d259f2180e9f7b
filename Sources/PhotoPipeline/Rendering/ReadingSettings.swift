public import Imaging
public import PhotoStore
public import PhotoWriting

/// Limits on photos and how they are read, the same for every command.
public struct ReadingSettings: Codable, Sendable {
  /// Limits on a file and its header, checked before any pixel is decoded.
  public var limits: ImagingLimits
  /// The colour behind transparent pixels.
  public var background: RGBColour

  /// How photos are analysed.
  public var analysis = AnalysisMethod.learned
  /// Whether crops may be smaller than the largest window if that loses little.
  public var zooms = false
  /// Where widgets write on the photo, which crops keep free if possible; `nil` for nowhere.
  public var text: TextArea?
  /// How many bytes of analyses each worker caches, for photos that are cropped repeatedly.
  package var keptBytes = 0

  /// Makes settings.
  public init(limits: ImagingLimits = .standard, background: RGBColour = .black) {
    self.limits = limits
    self.background = background
  }
}

extension ReadingSettings {
  /// The settings of a worker that only decodes; nothing is analysed, so no weights are unpacked.
  static func decodingOnly(limits: ImagingLimits = .standard) -> ReadingSettings {
    var reading = ReadingSettings(limits: limits)
    reading.analysis = .heuristic
    return reading
  }

  /// Makes settings from numbers that a person gives.
  ///
  /// - Parameters:
  ///   - megapixels: The most millions of pixels, at least 1.
  ///   - mebibytes: The most bytes of a file, in units of 2²⁰, at least 1.
  ///   - background: The colour behind transparent pixels.
  public init(megapixels: Int, mebibytes: Int, background: RGBColour) {
    // Larger numbers mean no limit, and must not overflow.
    let pixels = megapixels.multipliedReportingOverflow(by: 1_000_000)
    let bytes = mebibytes.multipliedReportingOverflow(by: 1 << 20)
    self.init(
      limits: ImagingLimits(
        maxPixels: pixels.overflow ? .max : pixels.partialValue,
        maxBytes: bytes.overflow ? .max : bytes.partialValue),
      background: background)
  }
}
