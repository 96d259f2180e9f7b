extension Check where Subject == IconImage {
  static var bakedCorners: Check {
    Check(
      Rule(
        "rounded-corners", .warning,
        """
        All four corners are cut round already. The system masks the square itself, with another curve, so a \
        rim of the corner colour shows.
        """)
    ) { image in
      guard image.role.platform != .macOS, image.pixels?.hasRoundedCorners == true else {
        return nil
      }
      return Fact(
        "has round corners baked in; the system rounds the full square itself",
        remedy: "Export the icon as a full square, without mask, border or shadow.")
    }
  }
}
