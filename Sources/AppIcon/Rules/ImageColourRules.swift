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
        placing: image, otherwise: inSRGB)
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
        placing: image, otherwise: inSRGB)
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
        placing: image, otherwise: "Turn the picture upright and export it again.")
    },
  ]
}

extension IconRules {
  private static let inSRGB =
    "Convert the picture to sRGB in the program that made it and export it again."

  private static func unexpected(_ colour: PNGColour) -> String? {
    switch colour {
    case .brokenProfile: "has an iCCP chunk that holds no colour profile"
    case .profile(.other(let space)): "has a profile of another \(space) space than those"
    case .codes(let primaries, let transfer) where !colour.converts:
      "has a cICP chunk with primaries \(primaries) and transfer \(transfer)"
    default: nil
    }
  }
}
