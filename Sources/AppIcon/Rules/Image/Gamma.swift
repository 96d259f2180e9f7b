extension Check where Subject == IconImage {
  static var gamma: Check {
    Check(
      Rule(
        "gamma", .warning,
        """
        A gAMA chunk stands alone and is not that of sRGB. Programs differ in whether they heed it; icons \
        have been shown darker in the store than on the device for this reason.
        """)
    ) { image in
      // 45,455 is 1 ÷ 2.2, the value that goes with sRGB (PNG third edition, 11.3.2.5).
      guard case .gamma(let value) = image.colour, abs(value - 45_455) > 100 else { return nil }
      return Fact(
        "has a gAMA of \(value) without an sRGB chunk; sRGB's is 45455",
        remedy: image.placingAgain())
    }
  }
}
