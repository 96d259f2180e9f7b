extension Check where Subject == IconImage {
  static var macOpaque: Check {
    Check(
      Rule(
        "mac-opaque", .warning,
        """
        macOS does not mask icons: the rounded shape and its shadow are part of the picture, around it there \
        is transparency. An opaque macOS icon shows as a bare square in the Dock.
        """)
    ) { image in
      guard image.role.platform == .macOS, image.pixels?.lowestAlpha == 255 else { return nil }
      return Fact(
        "is a macOS icon without a transparent pixel; macOS does not mask icons",
        remedy: "Export it with its rounded shape on a transparent background.")
    }
  }
}
