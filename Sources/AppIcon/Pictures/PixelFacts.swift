import Imaging

/// The facts about an icon from reading every pixel.
struct PixelFacts: Hashable, Sendable {
  var lowestAlpha: UInt8 = 255
  var translucentCount = 0
  /// The largest difference between two of R, G and B in a visible pixel, 0…255.
  var largestTint: UInt8 = 0
  var isOneColour = true
  /// Whether all visible pixels have one colour, and the shape comes from transparency alone, as in the templates that
  /// extensions have for icons.
  var isStencil = false
  var hasRoundedCorners = false
  var fingerprint: UInt64 = 0
}

extension PixelFacts {
  init(_ pixels: PNGPixels) {
    pixels.bytes.withUnsafeBytes { bytes in
      fingerprint = Fingerprint.of(bytes)
      scan(bytes.bindMemory(to: UInt32.self))
    }
    hasRoundedCorners = RoundedCorners.areBaked(into: pixels)
  }

  /// The alpha from which on a pixel counts as visible, and the greatest difference of samples of one colour after an
  /// encoder's rounding: our choice.
  private static let visibleAlpha = UInt32(16)
  static let stencilRange = UInt8(8)

  /// One pass; a pixel is four bytes R, G, B, A in memory, so R is lowest on the machines that this runs on.
  private mutating func scan(_ pixels: UnsafeBufferPointer<UInt32>) {
    guard let first = pixels.first else { return }
    var lowest = UInt32(255)
    var tint = Int32(0)
    var translucent = 0
    var differing = UInt32(0)
    var darkest = SIMD4<UInt8>(repeating: 255)
    var lightest = SIMD4<UInt8>(repeating: 0)
    for value in pixels {
      let pixel = UInt32(littleEndian: value)
      let alpha = pixel >> 24
      lowest = min(lowest, alpha)
      translucent &+= alpha == 255 ? 0 : 1
      differing |= value ^ first
      let red = Int32(pixel & 255)
      let green = Int32(pixel >> 8 & 255)
      let blue = Int32(pixel >> 16 & 255)
      let spread = max(red, green, blue) &- min(red, green, blue)
      tint = max(tint, alpha == 0 ? 0 : spread)
      if alpha >= Self.visibleAlpha {
        let samples = unsafeBitCast(value, to: SIMD4<UInt8>.self)
        darkest = pointwiseMin(darkest, samples)
        lightest = pointwiseMax(lightest, samples)
      }
    }
    lowestAlpha = UInt8(lowest)
    translucentCount = translucent
    largestTint = UInt8(tint)
    isOneColour = differing == 0
    isStencil =
      translucent > 0 && lightest.w >= darkest.w
      && (0..<3).allSatisfy { lightest[$0] &- darkest[$0] <= Self.stencilRange }
  }
}

/// Looks for the shape of an icon that was exported with the system's mask already applied.
enum RoundedCorners {
  /// Whether each corner holds one colour up to a round boundary, in the same size at all four.
  ///
  /// From a corner, let *e* be the run of the corner's colour along an edge and *d* the run along the
  /// diagonal, in pixels per axis. A quarter circle of radius *e* gives d ÷ e = 1 − 1 ÷ √2 = 0.29, the
  /// system's continuous corner about 0.25, a straight cut 0.5, a plain background 1. We call it baked in
  /// when 0.15 ≤ d ÷ e ≤ 0.42 and e is 5 to 35 % of the side at every corner; the bounds are our choice, set
  /// halfway between those shapes.
  static func areBaked(into pixels: PNGPixels) -> Bool {
    let side = pixels.size.shortEdge
    guard pixels.size.width == pixels.size.height, side >= 32 else { return false }
    let corners = [(0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1)]
    return corners.allSatisfy { x, y in
      let stepX = x == 0 ? 1 : -1
      let stepY = y == 0 ? 1 : -1
      let across = run(in: pixels, x, y, stepX, 0)
      let down = run(in: pixels, x, y, 0, stepY)
      let diagonal = run(in: pixels, x, y, stepX, stepY)
      return isRound(across, diagonal, side) && isRound(down, diagonal, side)
    }
  }

  private static func isRound(_ edge: Int, _ diagonal: Int, _ side: Int) -> Bool {
    let ratio = Double(diagonal) / Double(edge)
    let share = Double(edge) / Double(side)
    return (0.15...0.42).contains(ratio) && (0.05...0.35).contains(share)
  }

  /// The number of pixels from a corner in one direction that have the corner's colour.
  private static func run(
    in pixels: PNGPixels, _ x: Int, _ y: Int, _ stepX: Int, _ stepY: Int
  ) -> Int {
    let side = pixels.size.width
    let start = (y * side + x) * 4
    let alongStep = (stepY * side + stepX) * 4
    return (1..<side).first { !looksEqual(pixels.bytes, start, start + $0 * alongStep) } ?? side
  }

  /// Fully transparent pixels look the same; others do when no sample differs by more than 12 of 255.
  private static func looksEqual(_ bytes: [UInt8], _ first: Int, _ second: Int) -> Bool {
    if bytes[first + 3] == 0, bytes[second + 3] == 0 { return true }
    return (0..<4).allSatisfy { abs(Int(bytes[first + $0]) - Int(bytes[second + $0])) <= 12 }
  }
}
