extension IconRules {
  /// The rules about the pictures that a set must have.
  static let sizes: [Check<IconSet>] = [
    Check(
      each: "duplicate-slot", .error,
      prevents: """
        actool: An app icon set must have exactly one "1024x1024" image for the "Any Appearance" image well
        """,
      "Two entries describe the same slot. Which one wins is not defined, and actool refuses two default icons."
    ) { set in
      let named = set.namedSlots
      return named.filter { slot in
        named.contains { $0.index < slot.index && $0.identity == slot.identity }
      }
      .map { slot in
        Fact(
          "has a second entry for the slot \(slot.label)",
          remedy: "Keep one of the entries in Contents.json and remove the other.")
      }
    },
    Check(
      each: "legacy-incomplete", .error, prevents: "ITMS-90022",
      """
      A set with one picture per size needs all that the App Store asks for: 120×120 for iPhone \
      (ITMS-90022), 152×152 and 167×167 for iPad (ITMS-90023). In a set that is no app's own icon it is a \
      warning.
      """
    ) { set in
      guard set.needsStorePictures else { return [] }
      return required.flatMap { idiom, sides, code in
        missing(idiom, sides, in: set).map { side in
          Fact(
            "has no \(idiom) picture of \(side)×\(side) pixels",
            remedy: """
              Add one, or change to a single icon of 1024×1024 pixels: 'icon place' with --replace moves the \
              others to a backup.
              """,
            prevents: code, severity: set.severity)
        }
      }
    },
    Check(
      each: "mac-incomplete", .error, prevents: "ITMS-90236",
      """
      A macOS app needs its icon at 512×512 and at 512×512@2x; App Store Connect refuses an ICNS without \
      both. An Icon Composer document of the set's name has them all.
      """
    ) { set in
      let mac = set.slots.filter { $0.role.platform == .macOS }
      guard !mac.isEmpty, set.needsStorePictures else { return [] }
      let found = mac.filter { $0.fileName != nil && $0.size == "512x512" }.map { $0.scale ?? "1x" }
      return ["1x", "2x"].filter { !found.contains($0) }.map { scale in
        Fact(
          "has no macOS picture for 512x512 at \(scale)",
          remedy:
            "Add a picture of \(scale == "1x" ? 512 : 1024) pixels for the slot 512x512 \(scale).",
          severity: set.severity)
      }
    },
  ]
}

extension IconRules {
  private static let required = [
    ("iphone", [120], "ITMS-90022"), ("ipad", [152, 167], "ITMS-90023"),
  ]

  private static func missing(_ idiom: String, _ sides: [Int], in set: IconSet) -> [Int] {
    let slots = set.slots.filter { $0.idiom == idiom }
    guard !slots.isEmpty else { return [] }
    let found = slots.filter { $0.fileName != nil }.compactMap { $0.pixelSize?.width }
    return sides.filter { !found.contains($0) }
  }
}
