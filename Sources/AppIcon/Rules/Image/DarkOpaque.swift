extension Check where Subject == IconImage {
  static var darkOpaque: Check {
    Check(
      Rule(
        "dark-opaque", .note,
        """
        Apple asks for the dark icon with a transparent background, so that the system's own dark gradient \
        shows behind it. An opaque one is allowed and covers that gradient.
        """)
    ) { image in
      guard image.role.appearance == .dark, image.pixels?.lowestAlpha == 255 else { return nil }
      return Fact(
        "is the dark icon and opaque everywhere; Apple recommends a transparent background",
        remedy: "Export the dark icon without its background.")
    }
  }
}
