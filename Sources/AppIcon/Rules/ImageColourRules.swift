import Imaging

extension IconRules {
  /// The rules about what the samples mean, and which way is up.
  static let colour: [Check<IconImage>] = [
    Check(
      "colour-profile", .warning,
      """
      Icons are sRGB, Display P3 or Gray Gamma 2.2 (Human Interface Guidelines). Any other profile is \
      converted somewhere on the way, and not always the same way on the Home Screen and in the store.
      """
    ) { image in
      guard let found = unexpected(image.colour) else { return nil }
      return Fact(
        "\(found); icons are sRGB or Display P3",
        remedy: isConverted(image.colour)
          ? image.placingAgain()
          : "Convert the picture to sRGB in the program that made it and export it again.")
    },
    Check(
      "gamma", .warning,
      """
      A gAMA chunk stands alone and is not that of sRGB. Programs differ in whether they heed it; icons \
      have been shown darker in the store than on the device for this reason.
      """
    ) { image in
      // 45,455 is 1 ÷ 2.2, the value that goes with sRGB (PNG third edition, 11.3.2.5).
      guard case .gamma(let value) = image.colour, abs(value - 45_455) > 100 else { return nil }
      return Fact(
        "has a gAMA of \(value) without an sRGB chunk; sRGB's is 45455",
        remedy: image.placingAgain())
    },
    Check(
      "exif-orientation", .warning,
      """
      An eXIf chunk says that the picture is to be turned or mirrored. Viewers do it, icon tools do not, so \
      what you see is not what ships.
      """
    ) { image in
      guard let orientation = image.orientation, orientation != 1 else { return nil }
      return Fact(
        "says EXIF orientation \(orientation); icon tools show the pixels as stored, which is 1",
        remedy: image.placingAgain())
    },
  ]
}

extension IconRules {
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
