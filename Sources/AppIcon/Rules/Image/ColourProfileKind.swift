import Imaging

extension Check where Subject == IconImage {
  static var colourProfile: Check {
    Check(
      Rule(
        "colour-profile", .warning,
        """
        Icons are sRGB, Display P3 or Gray Gamma 2.2 (Human Interface Guidelines). Any other profile is \
        converted somewhere on the way, and not always the same way on the Home Screen and in the store.
        """)
    ) { image in
      guard let found = unexpected(image.colour) else { return nil }
      return Fact(
        "\(found); icons are sRGB or Display P3",
        remedy: isConverted(image.colour)
          ? image.placingAgain()
          : "Convert the picture to sRGB in the program that made it and export it again.")
    }
  }

  /// Whether placing converts such colours.
  private static func isConverted(_ colour: PNGColour) -> Bool {
    if case .codes = colour { false } else { true }
  }

  private static func unexpected(_ colour: PNGColour) -> String? {
    switch colour {
    case .brokenProfile: "has an iCCP chunk that holds no colour profile"
    case .profile(.other(let space)): "has a profile of another \(space) space than those"
    case .codes(let primaries, let transfer) where !sRGBOrP3(primaries, transfer):
      "has a cICP chunk with primaries \(primaries) and transfer \(transfer)"
    default: nil
    }
  }

  /// ITU-T H.273: primaries 1 are BT.709, 12 are P3 with D65; transfer 13 is the sRGB curve.
  private static func sRGBOrP3(_ primaries: Int, _ transfer: Int) -> Bool {
    (primaries == 1 || primaries == 12) && transfer == 13
  }
}
