extension Check where Subject == IconImage {
  static var alphaChannel: Check {
    Check(
      Rule(
        "alpha-channel", .error, prevents: "ITMS-90717",
        """
        The default and the tinted icon must have no alpha channel at all. A channel that is opaque \
        everywhere is refused too, after build and signing have succeeded: 'The large app icon in the asset \
        catalog can't be transparent or contain an alpha channel'. Only the dark icon, and macOS icons, have \
        one.
        """)
    ) { image in
      guard image.role.isOpaque, let header = image.header, header.hasAlphaChannel else {
        return nil
      }
      let type = header.colorType == 6 ? "RGB" : "grey"
      return Fact(
        "has an alpha channel (colour type \(header.colorType), \(type) with alpha)\(use(image.pixels))",
        remedy: image.placingAgain(), prevents: image.role.alphaCode)
    }
  }

  private static func use(_ pixels: PixelFacts?) -> String {
    guard let pixels else { return "" }
    if pixels.translucentCount == 0 {
      return ", opaque in every pixel; the channel itself is what is refused"
    }
    return "; \(pixels.translucentCount) pixels are not opaque"
  }
}
