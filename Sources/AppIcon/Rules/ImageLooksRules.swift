extension IconRules {
  /// The rules about what a picture shows.
  static let looks: [Check<IconImage>] = [
    Check(
      "rounded-corners", .warning,
      """
      All four corners are cut round already. The system masks the square itself, with another curve, so a \
      rim of the corner colour shows.
      """
    ) { image in
      guard image.role.platform != .macOS, image.pixels?.hasRoundedCorners == true else {
        return nil
      }
      return Fact(
        "has round corners baked in; the system rounds the full square itself",
        remedy: "Export the icon as a full square, without mask, border or shadow.")
    },
    Check(
      "one-colour", .warning,
      "Every pixel is the same: a placeholder, or an export with all layers hidden."
    ) { image in
      guard image.pixels?.isOneColour == true else { return nil }
      return Fact("shows one colour and nothing else", remedy: "Replace it with the real icon.")
    },
    Check(
      "tinted-in-colour", .warning,
      """
      The system lays the user's tint over a grey picture. Colours in it are turned to grey first, and \
      shapes that differ only in hue disappear.
      """
    ) { image in
      // Three equal channels after an 8-bit conversion can differ by rounding: 2 of 255, our choice.
      guard image.role.appearance == .tinted, let tint = image.pixels?.largestTint, tint > 2 else {
        return nil
      }
      return Fact(
        "is the tinted icon but not grey: channels differ by up to \(tint) of 255",
        remedy: "Make it grey, for example with 'icon place' and --make-tinted.")
    },
    Check(
      "mac-opaque", .warning,
      """
      macOS does not mask icons: the rounded shape and its shadow are part of the picture, around it there \
      is transparency. An opaque macOS icon shows as a bare square in the Dock.
      """
    ) { image in
      guard image.role.platform == .macOS, image.pixels?.lowestAlpha == 255 else { return nil }
      return Fact(
        "is a macOS icon without a transparent pixel; macOS does not mask icons",
        remedy: "Export it with its rounded shape on a transparent background.")
    },
  ]
}
