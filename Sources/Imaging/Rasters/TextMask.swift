internal import CVips

/// A line of text as opacities, to be drawn over a picture in any colour.
public struct TextMask: Sendable {
  /// The size in pixels; as wide as the text.
  public let size: PixelSize
  /// `width × height` opacities, 0…255, row by row from the top left.
  public let opacities: [UInt8]

  /// Draws a line of text without markup in the system's sans-serif font, whose size is `height` pixels.
  ///
  /// - Throws: `resize-failed` when no font is installed.
  public init(_ text: String, height: Int) throws(PhotoprepError) {
    if let detail = Libvips.startFailure { throw .libraryUnavailable(text, detail: detail) }
    do {
      let mask = try VipsPicture.text(text, height: height)
      size = mask.size
      opacities = try mask.samples()
    } catch {
      let wanted = PixelSize(width: 1, height: max(1, height))
      throw .resizeFailed(text, from: "text", to: wanted, detail: error.detail)
    }
  }
}

extension VipsPicture {
  /// A line of text, one band, in memory.
  static func text(_ text: String, height: Int) throws(PixelFailure) -> VipsPicture {
    // Pango reads markup from any text, so its three special characters are escaped.
    let plain = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
    // At 72 dots an inch a point is a pixel.
    return try make { cvips_text(plain, "sans \(height)", 72) }.inMemory()
  }
}
