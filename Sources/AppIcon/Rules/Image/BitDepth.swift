extension Check where Subject == IconImage {
  static var bitDepth: Check {
    Check(
      Rule(
        "bit-depth", .warning, prevents: "pngcrush: Input PNG does not have an 8 bit input depth",
        """
        Icons have 8 bits a channel. 16 bits are legal for Display P3, but older Xcode versions complain and \
        nothing on the Home Screen shows the difference; fewer than 8 come from palettes and black-and-white \
        exports.
        """)
    ) { image in
      guard let depth = image.header?.bitDepth, depth != 8 else { return nil }
      return Fact("has \(depth) bits per sample; icons have 8", remedy: image.placingAgain())
    }
  }
}
