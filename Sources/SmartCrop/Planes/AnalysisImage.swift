public import PhotoGeometry

/// An 8-bit sRGB picture to analyse: interleaved R, G, B, row by row from the top left.
public struct AnalysisImage: Sendable {
  /// The picture's size, upright.
  public let size: PixelSize
  /// `width × height × 3` samples; the red sample of column `x`, row `y` is at `3(y × width + x)`.
  public let pixels: [UInt8]

  /// Makes a picture; the number of samples must be three times the number of pixels.
  public init(size: PixelSize, pixels: [UInt8]) {
    precondition(
      pixels.count == 3 * size.area,
      "A picture of \(size) has \(3 * size.area) samples, not \(pixels.count).")
    self.size = size
    self.pixels = pixels
  }
}
