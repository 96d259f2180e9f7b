extension Check where Subject == IconImage {
  static var transparencyChunk: Check {
    Check(
      Rule(
        "transparency-chunk", .error, prevents: "ITMS-90717",
        """
        A tRNS chunk makes one colour, or entries of the palette, transparent without an alpha channel. \
        Apple's decoder turns it into alpha, so it counts as one.
        """)
    ) { image in
      guard image.role.isOpaque, let structure = image.structure, structure.hasTransparencyChunk
      else {
        return nil
      }
      return Fact(
        "has a tRNS chunk, which is read as alpha", remedy: image.placingAgain(),
        prevents: image.role.alphaCode)
    }
  }
}
