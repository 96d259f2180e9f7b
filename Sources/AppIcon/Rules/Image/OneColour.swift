extension Check where Subject == IconImage {
  static var oneColour: Check {
    Check(
      Rule(
        "one-colour", .warning,
        "Every pixel is the same: a placeholder, or an export with all layers hidden.")
    ) { image in
      guard image.pixels?.isOneColour == true else { return nil }
      return Fact("shows one colour and nothing else", remedy: "Replace it with the real icon.")
    }
  }
}
