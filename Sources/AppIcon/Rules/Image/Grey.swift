extension Check where Subject == IconImage {
  static var grey: Check {
    Check(
      Rule(
        "grey-colour-type", .warning,
        """
        The file has one grey channel. For the default icon that is nearly always an export mistake; a \
        tinted icon should be grey, but stored as RGB with three equal channels, because App Store Connect \
        has been seen to show grey files wrongly.
        """)
    ) { image in
      guard let header = image.header, header.isGrey else { return nil }
      return Fact(
        "has one grey channel (colour type \(header.colorType)); icons are RGB",
        remedy: image.placingAgain())
    }
  }
}
