extension Check where Subject == IconImage {
  static var tintedInColour: Check {
    Check(
      Rule(
        "tinted-in-colour", .warning,
        """
        The system lays the user's tint over a grey picture. Colours in it are turned to grey first, and \
        shapes that differ only in hue disappear.
        """)
    ) { image in
      // Three equal channels after an 8-bit conversion can differ by rounding: 2 of 255, ours.
      guard image.role.appearance == .tinted, let tint = image.pixels?.largestTint, tint > 2 else {
        return nil
      }
      return Fact(
        "is the tinted icon but not grey: channels differ by up to \(tint) of 255",
        remedy: image.placing("--make-tinted"))
    }
  }
}
