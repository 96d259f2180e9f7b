extension Check where Subject == IconSet {
  static var unknownSlot: Check {
    Check(
      Rule(
        "unknown-slot", .warning, prevents: "actool: The app icon set has an unassigned child",
        """
        An entry's idiom, platform, scale or appearance does not exist for app icons. actool drops such an \
        entry in silence, or calls its picture unassigned; a dark entry in a macOS set is one.
        """)
    ) { set in
      set.slots.flatMap { slot in
        problems(of: slot).map { problem in
          Fact(
            "has an entry with \(problem)",
            remedy: "Correct entry \(slot.index + 1) of 'images' in Contents.json, or remove it.")
        }
      }
    }
  }

  private static let idioms: Set = [
    "universal", "iphone", "ipad", "ios-marketing", "mac", "watch", "watch-marketing", "car",
  ]

  private static func problems(of slot: IconSlot) -> [String] {
    var found: [String] = []
    if let idiom = slot.idiom {
      if !idioms.contains(idiom) { found.append("the idiom '\(idiom)'") }
    } else {
      found.append("no idiom")
    }
    if let platform = slot.platform, !["ios", "watchos"].contains(platform) {
      found.append("the platform '\(platform)'")
    }
    if let scale = slot.scale, !["1x", "2x", "3x"].contains(scale) {
      found.append("the scale '\(scale)'")
    }
    if let appearance = slot.appearance { found += problems(ofAppearance: appearance, slot) }
    found += slot.foreignAppearances.map { "an appearance of the kind '\($0)'" }
    return found
  }

  private static func problems(ofAppearance appearance: String, _ slot: IconSlot) -> [String] {
    if !["dark", "tinted"].contains(appearance) { return ["the appearance '\(appearance)'"] }
    return slot.role.platform == .iOS && slot.idiom == "universal"
      ? [] : ["the appearance '\(appearance)', which only universal iOS icons have"]
  }
}
