extension Check where Subject == IconImage {
  static var colourTag: Check {
    Check(
      Rule(
        "untagged", .note,
        """
        Nothing says what the numbers mean as colours. They are taken for sRGB, which is usually right; an \
        sRGB chunk of 13 bytes makes it certain.
        """)
    ) { image in
      guard image.header != nil, image.colour == .untagged else { return nil }
      return Fact("has no colour chunk (sRGB, iCCP, gAMA)", remedy: image.placingAgain())
    }
  }
}
