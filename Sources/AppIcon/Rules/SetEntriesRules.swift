extension IconRules {
  /// The rules about the entries of a set.
  static let entries: [Check<IconSet>] = [
    Check(
      "composer-twin", .note,
      """
      An icon set and an Icon Composer document have the same name. Xcode 26 and later take the document and \
      ignore the set; older versions know the set alone. Many apps have both for that reason.
      """
    ) { set in
      guard set.hasComposerTwin else { return nil }
      return Fact(
        "has the same name as '\(set.name).icon', which wins from Xcode 26 on",
        remedy: "Keep the set for older Xcode versions, or remove it.")
    },
    Check(
      each: "unknown-slot", .warning, prevents: "actool: The app icon set has an unassigned child",
      """
      An entry's idiom, platform, scale or appearance does not exist for app icons. actool drops such an \
      entry in silence, or calls its picture unassigned; a dark entry in a macOS set is one.
      """
    ) { set in
      set.slots.flatMap { slot in
        problems(of: slot).map { problem in
          Fact(
            "has an entry with \(problem)",
            remedy: "Correct entry \(slot.index + 1) of 'images' in Contents.json, or remove it.")
        }
      }
    },
    Check(
      each: "unassigned-child", .warning,
      prevents: "actool: The app icon set has an unassigned child",
      "A file lies in the set that no slot names. It is not used; it may be the icon you meant to use."
    ) { set in
      guard set.contents.value?["images"]?.array != nil else { return [] }
      let names = set.namedSlots.compactMap { $0.fileName?.lowercased() }
      return set.children.filter { !names.contains($0.lowercased()) }.map { child in
        Fact(
          "holds '\(child)', which no slot names", remedy: "Remove the file, or name it in a slot.")
      }
    },
    Check(
      each: "same-appearance", .warning,
      """
      The dark or the tinted picture is the default one again. The system would have derived a better one \
      by itself; as it is, users who chose a dark or tinted Home Screen see the light icon.
      """
    ) { set in
      guard let any = set.image(where: { $0.isSingleSize && $0.appearance == nil }) else {
        return []
      }
      return ["dark", "tinted"].compactMap { appearance in
        let image = set.image { $0.isSingleSize && $0.appearance == appearance }
        guard let image, image.looksLike(any) else { return nil }
        return Fact(
          "shows the same picture for \(appearance) as for the default appearance",
          remedy: "Replace the \(appearance) picture, or remove it and let the system derive one.")
      }
    },
    Check(
      each: "empty-slot", .note,
      """
      Xcode's template has slots for the dark and the tinted icon. While they are empty the system derives \
      both from the default icon, which is allowed.
      """
    ) { set in
      set.slots.filter { $0.fileName == nil && !$0.isStoreIcon }.map { slot in
        Fact(
          "has no picture for the slot \(slot.label)",
          remedy: "Add one with 'icon place' and --dark or --tinted, or leave it to the system."
        )
      }
    },
    Check(
      "legacy-form", .note,
      "Since Xcode 14 one 1024×1024 icon is enough; the system makes the other sizes. Fewer files, fewer mistakes."
    ) { set in
      guard set.isLegacy else { return nil }
      return Fact(
        "has \(set.slots.count) slots, one per size; 1 is enough since Xcode 14",
        remedy: """
          Put the large picture in with 'icon place' and --replace, which moves the others to a backup, or \
          leave them.
          """)
    },
    Check(
      "contents-info", .note,
      "Xcode writes 'info' with author and version 1 into every Contents.json and adds it at its next save."
    ) { set in
      guard let value = set.contents.value, value["info"]?["version"]?.integer != 1 else {
        return nil
      }
      return Fact(
        "has a Contents.json without 'info' of version 1",
        remedy: "Add \"info\" : { \"author\" : \"xcode\", \"version\" : 1 }.")
    },
  ]
}

extension IconRules {
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

extension IconImage {
  /// Whether two files have the same bytes or the same pixels.
  func looksLike(_ other: IconImage) -> Bool {
    if !fingerprint.isEmpty, fingerprint == other.fingerprint { return true }
    guard let pixels, let others = other.pixels else { return false }
    return pixels.fingerprint == others.fingerprint
  }
}
