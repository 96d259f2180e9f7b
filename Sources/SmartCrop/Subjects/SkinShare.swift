import PhotoGeometry

/// How much of a rectangle has the colour of skin.
///
/// A pixel counts when 77 ≤ Cb ≤ 127 and 133 ≤ Cr ≤ 173, with ITU-R BT.601's chroma around 128. Source: Chai, Ngan,
/// "Face segmentation using skin-color map in videophone applications", IEEE Transactions on Circuits and
/// Systems for Video Technology 9(4), 1999, who found the range to hold for light and dark skin alike.
struct SkinShare: Sendable {
  private let image: AnalysisImage
  /// Whether the picture has no colours to go by.
  private let isGrey: Bool

  /// What counts for a picture without colours: about the mean of faces in coloured ones.
  private static let greyShare = 0.8

  init(_ image: AnalysisImage) {
    self.image = image
    isGrey = Self.isGrey(image)
  }

  /// Returns the share of skin in the middle of a square, 0…1; its outer tenths are left out.
  func share(in rect: NormalizedRect) -> Double {
    if isGrey { return Self.greyShare }
    let middle = rect.padded(side: -0.1, above: -0.1, below: -0.1).pixels(in: image.size)
    let skin = (middle.y..<middle.maxY).reduce(0) { count, y in
      count + (middle.x..<middle.maxX).count { isSkin(y * image.size.width + $0) }
    }
    return Double(skin) / Double(middle.size.area)
  }

  private func isSkin(_ pixel: Int) -> Bool {
    let (blue, red) = chroma(pixel)
    return (77...127).contains(blue) && (133...173).contains(red)
  }

  private func chroma(_ pixel: Int) -> (blue: Double, red: Double) {
    let r = Double(image.pixels[3 * pixel])
    let g = Double(image.pixels[3 * pixel + 1])
    let b = Double(image.pixels[3 * pixel + 2])
    return (
      128 - 0.168736 * r - 0.331264 * g + 0.5 * b, 128 + 0.5 * r - 0.418688 * g - 0.081312 * b
    )
  }

  /// Whether fewer than one pixel in fifty has channels more than 12 levels apart, above JPEG's rounding.
  private static func isGrey(_ image: AnalysisImage) -> Bool {
    let coloured = image.pixels.withUnsafeBufferPointer { pixels in
      (0..<image.size.area).count { pixel in
        let (r, g, b) = (pixels[3 * pixel], pixels[3 * pixel + 1], pixels[3 * pixel + 2])
        return max(r, g, b) - min(r, g, b) > 12
      }
    }
    return coloured * 50 < image.size.area
  }
}
