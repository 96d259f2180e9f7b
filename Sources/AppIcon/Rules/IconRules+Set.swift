internal import PhotoGeometry

extension IconRules {
  /// The rules about the Contents.json of a set and the files it names.
  static let files: [Check<IconSet>] = [
    Check(
      "contents-missing", .error,
      prevents: "actool: None of the input catalogs contained a matching app icon set",
      "A set without Contents.json is an ordinary folder to Xcode: the pictures in it are not icons."
    ) { set in
      guard case .missing = set.contents else { return nil }
      return Fact(
        "has no Contents.json",
        remedy: set.refilling)
    },
    Check(
      "contents-unreadable", .error, prevents: "actool: Contents.json is not valid JSON",
      """
      Contents.json must be a JSON object with a list 'images'. When it is not, actool prints a mere \
      notice, builds on, and the app has no icon. Merge conflicts are the usual cause.
      """
    ) { set in
      switch set.contents {
      case .missing: nil
      case .unreadable(let reason, let remedy):
        Fact(
          "has a Contents.json that \(reason)",
          remedy: remedy ?? "Open Contents.json, and look for merge marks and missing commas.")
      case .object(let value):
        value["images"]?.array == nil
          ? Fact(
            "has a Contents.json without a list 'images'",
            remedy: set.refilling)
          : nil
      }
    },
    Check(
      each: "store-icon-missing", .error, prevents: "ITMS-90704",
      """
      An iOS or watchOS app needs an icon of 1024×1024 pixels in its default appearance, in a slot of its own \
      system. Without one actool warns that 'A 1024x1024 app store icon is required for iOS apps' and the upload is \
      refused. In a set that is no app's own icon it is a warning, as in an empty one that no target has or of a build \
      that is not read; the empty set that Xcode puts into every extension is left out. A set with pictures for other \
      systems alone is a warning where the app is built for those too.
      """
    ) { set in
      guard set.contents.value?["images"]?.array != nil, set.needsStorePictures,
        !set.isOfMacAlone
      else { return [] }
      let isMacOnly = !set.slots.isEmpty && set.slots.allSatisfy { $0.role.platform == .macOS }
      // 'icon place' fills the slot of iOS alone.
      func remedy(_ isForPhones: Bool) -> String {
        isForPhones
          ? "Export one and put it in with 'icon place', --name \(set.name) and --replace."
          : "Add one to its slot for watchOS in Xcode."
      }
      let large = set.namedSlots.filter(\.isStoreIcon)
      if large.isEmpty, !isMacOnly {
        let isOfWatch =
          set.use.platforms == ["watchos"]
          || !set.slots.isEmpty && set.slots.allSatisfy { $0.role.platform == .watchOS }
        return [
          Fact(
            "names no picture of 1024×1024 in its default appearance; exactly 1 is needed per platform",
            remedy: remedy(!isOfWatch), severity: set.severity)
        ]
      }
      return ["iphoneos", "watchos"].compactMap { system in
        guard let isAlone = set.use.needed[system],
          !large.contains(where: { $0.systems.contains(system) })
        else { return nil }
        let name = TargetContext.names(of: [system])
        let isUsed = set.namedSlots.contains { $0.systems.contains(system) }
        return Fact(
          "names no picture of 1024×1024 for \(name), and is the icon of an app for \(name)",
          remedy: remedy(system == "iphoneos"),
          severity: isAlone || isUsed ? nil : .warning)
      }
    },
    Check(
      each: "file-missing", .error, prevents: "ITMS-90022",
      """
      Contents.json names a picture that is not in the folder. actool says nothing, the slot stays empty, \
      and the upload lacks that icon (ITMS-90022, ITMS-90713). Often the file was never committed.
      """
    ) { set in
      set.namedSlots.compactMap { slot in
        guard let name = slot.fileName, !name.contains("/"), !set.children.contains(name),
          set.otherCase(of: name) == nil
        else { return nil }
        return Fact(
          "names '\(name)' for the slot \(slot.label), and there is no such file",
          remedy: "Add the file (and 'git add' it), or remove the name from Contents.json.",
          prevents: slot.isStoreIcon ? "ITMS-90704" : nil, at: "\"\(name)\"")
      }
    },
    Check(
      each: "file-case", .error, prevents: "ITMS-90022",
      """
      The name in Contents.json and the file's name differ in letter case. On a Mac's usual disk that \
      works; on a case-sensitive one, such as many build servers', the icon is gone without a word.
      """
    ) { set in
      set.namedSlots.compactMap { slot in
        guard let name = slot.fileName, let file = set.otherCase(of: name) else { return nil }
        return Fact(
          "names '\(name)', but the file is '\(file)'",
          command: ShellWord.renaming(set.path + "/" + file, to: set.path + "/" + name),
          at: "\"\(name)\"")
      }
    },
    Check(
      each: "file-outside", .error, prevents: "ITMS-90022",
      "A 'filename' is a name in the set's own folder; Xcode does not follow paths in it."
    ) { set in
      set.namedSlots.compactMap { slot in
        guard let name = slot.fileName, name.contains("/") else { return nil }
        return Fact(
          "names '\(name)', a path; only names in the folder are found",
          remedy: "Move the file into the set and name it without a path.", at: "\"\(name)\"")
      }
    },
  ]
}

extension IconSet {
  /// The file whose name differs from a missing one's only in letter case.
  fileprivate func otherCase(of name: String) -> String? {
    if children.contains(name) { return nil }
    return children.first { $0.lowercased() == name.lowercased() }
  }

  /// Whether the set needs the pictures that the App Store requires: not the empty set of an extension, nor a set for
  /// which an Icon Composer document of the same name is used.
  var needsStorePictures: Bool { !hasComposerTwin && !(isEmpty && use.kind == .outsideApps) }

  /// Whether it may be for the devices of an idiom; for watches only if that is certain, and without the picture from
  /// which Xcode makes all of theirs.
  fileprivate func mayBe(for idiom: String) -> Bool {
    idiom == "watch"
      ? use.platforms.contains("watchos")
        && !namedSlots.contains { $0.isSingleSize && $0.systems.contains("watchos") }
      : use.mayBe(for: IconRules.family(of: idiom))
  }

  fileprivate var macSlots: [IconSlot] { slots.filter { $0.role.platform == .macOS } }

  /// The severity of missing pictures: less if the set is certainly not an app's icon, or may be the empty set of an
  /// extension that is not known.
  var severity: Severity? {
    use.isForStore && !(isEmpty && use.kind == .ofOtherBuild) ? nil : .warning
  }
}

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
      A set with one picture per size needs all that the App Store asks for of the devices that the app is built for: \
      120×120 for iPhone (ITMS-90022), 152×152 and 167×167 for iPad (ITMS-90023). In a set that is no app's own icon \
      it is a warning, and so it is beside the single picture of iOS, from which Xcode makes all sizes, and of the \
      pictures of 48, 55, 172 and 196 pixels of a watch app, for which an upload was refused in 2017 (ITMS-90394): with \
      the App Store's picture alone (watch-marketing) an app was reported to have no icon on the watch.
      """
    ) { set in
      guard set.needsStorePictures, !set.isOfMacAlone else { return [] }
      let isSingle = set.namedSlots.contains { $0.isPlaced }
      return required.filter { set.mayBe(for: $0.0) }.flatMap { idiom, sides, code in
        missing(idiom, sides, in: set).map { side in
          let isOfWatch = idiom == "watch"
          let how = "'icon place' with --replace moves the others to a backup"
          return Fact(
            "has no \(idiom) picture of \(side)×\(side) pixels",
            remedy: "Add one, or change to a single icon of 1024×1024 pixels"
              + (isOfWatch ? " in Xcode." : ": \(how)."),
            prevents: code, severity: set.severity ?? (isSingle || isOfWatch ? .warning : nil))
        }
      }
    },
    Check(
      each: "mac-incomplete", .error, prevents: "ITMS-90236",
      """
      A macOS app needs its icon at 512×512@2x, and App Store Connect has asked for 512×512 too; it refuses an ICNS \
      without them. An Icon Composer document of the set's name has them all. It is a warning if only 512×512 is \
      missing, if the target is not built for the Mac, or for distribution outside of the store (by Developer ID, or \
      with ENABLE_APP_SANDBOX = NO), and in a set for iOS too whose Mac slots are all empty, as \
      Xcode's template has them: such an app often ships for iOS alone, or is run on Macs as an app for iPad. So is a \
      set without such slots where the app is built for other systems too.
      """
    ) { set in
      guard set.needsStorePictures else { return [] }
      if set.macSlots.isEmpty, !set.isEmpty, let isAlone = set.use.needed["macosx"] {
        return [
          Fact(
            "has no slots for the Mac, and is the icon of an app for macOS",
            remedy: "Add them in Xcode, with pictures, or an Icon Composer document of its name.",
            severity: isAlone ? nil : .warning)
        ]
      }
      if set.macSlots.isEmpty { return [] }
      // The compiler drops a slot of the Mac with a platform.
      let found = set.macSlots
        .filter { $0.fileName != nil && $0.size == "512x512" && $0.platform == nil }
        .map { $0.scale ?? "1x" }
      let isTemplate =
        set.macSlots.allSatisfy { $0.fileName == nil } && set.macSlots.count < set.slots.count
        && !set.isOfMacAlone
      // An app on the Mac has no other icons to change to.
      if isTemplate, !set.use.isForStore { return [] }
      return ["1x", "2x"].filter { !found.contains($0) }.map { scale in
        let isMinor =
          isTemplate || !set.macSlots.contains(where: set.use.mayShow)
          || scale == "1x" && found.contains("2x")
        let picture =
          "Add a picture of \(scale == "1x" ? 512 : 1024) pixels for the slot 512x512 \(scale)"
        return Fact(
          "has no macOS picture for 512x512 at \(scale)",
          remedy: isTemplate
            ? "\(picture), or, for an app that is not for the Mac, remove its slots."
            : "\(picture).",
          severity: set.severity ?? (isMinor ? .warning : nil))
      }
    },
  ]

  private static let required = [
    ("iphone", [120], "ITMS-90022"), ("ipad", [152, 167], "ITMS-90023"),
    ("watch", [48, 55, 172, 196], "ITMS-90394"),
  ]

  /// The kind of device that an idiom stands for, as Xcode's TARGETED_DEVICE_FAMILY has it.
  fileprivate static func family(of idiom: String) -> String { idiom == "iphone" ? "1" : "2" }

  private static func missing(_ idiom: String, _ sides: [Int], in set: IconSet) -> [Int] {
    let slots = set.slots.filter { $0.idiom == idiom }
    let isOfWatch = idiom == "watch"
    let system = isOfWatch ? "watchos" : "iphoneos"
    // Beside the App Store's own picture alone Xcode makes no others.
    let own = set.namedSlots.filter { $0.systems.contains(system) }
    let isAsked =
      set.use.needed[system] != nil
      && (isOfWatch || set.use.families.contains(family(of: idiom)))
      && own.contains(where: \.isStoreIcon) && !own.contains(where: \.isSingleSize)
    guard !slots.isEmpty || isAsked else { return [] }
    let found = slots.filter { $0.fileName != nil }.compactMap { $0.pixelSize?.width }
    return sides.filter { !found.contains($0) }
  }

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
      An entry's idiom, platform, scale or appearance does not exist for app icons, or not in this letter case. actool \
      drops such an entry in silence, or calls its picture unassigned; a dark entry in a macOS set is one.
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
      both from the default icon, which is allowed. Empty slots for the Mac or a watch matter only to an app for these; \
      one note counts them.
      """
    ) { set in
      let without = [(IconRole.Platform.macOS, "the Mac"), (.watchOS, "a watch")]
        .map { platform, name in (set.slots.filter { $0.role.platform == platform }, name) }
        .filter { slots, _ in slots.count > 1 && slots.allSatisfy { $0.fileName == nil } }
      let counted = Set(without.flatMap(\.0))
      // What the store asks for has a finding of its own.
      let empty = set.slots.filter { slot in
        slot.fileName == nil && !slot.isStoreIcon && !counted.contains(slot)
          && !required.contains { $0.0 == slot.idiom && $0.1.contains(slot.pixelSize?.width ?? 0) }
      }
      let facts = empty.map { slot in
        Fact(
          "has no picture for the slot \(slot.label)",
          remedy: slot.isSingleSize
            ? "Add one with 'icon place' and --dark or --tinted, or leave it to the system."
            : "Add a picture of its size, or leave it empty.")
      }
      return facts
        + without.map { slots, name in
          Fact(
            "has no picture for any of its \(slots.count) slots for \(name)",
            remedy: "Add pictures of their sizes if an app is for \(name), or leave them empty.")
        }
    },
    Check(
      "legacy-form", .note,
      """
      Since Xcode 14 one 1024×1024 icon is enough; the system makes the other sizes. Fewer files, fewer mistakes. Beside \
      a dark or a tinted icon it is a warning: iOS was reported to show the pictures of single sizes in their place.
      """
    ) { set in
      guard set.isLegacy else { return nil }
      let hasSizes = set.namedSlots.contains { $0.idiom == "iphone" || $0.idiom == "ipad" }
      let looks = set.namedSlots.compactMap(\.appearance)
      if hasSizes, let look = looks.first {
        return Fact(
          "has a \(look) icon and pictures of single sizes, which iOS may show in its place",
          remedy: """
            Put the pictures of all appearances in with 'icon place' and --replace, which moves the others to a backup.
            """,
          severity: .warning)
      }
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

  private static let idioms: Set = [
    "universal", "iphone", "ipad", "ios-marketing", "mac", "watch", "watch-marketing", "car",
  ]

  private static func problems(of slot: IconSlot) -> [String] {
    func odd(_ value: String?, _ known: Set<String>, _ kind: String) -> [String] {
      value.map { known.contains($0) ? [] : ["the \(kind) '\($0)'"] } ?? []
    }
    let idiom = slot.idiom == nil ? ["no idiom"] : odd(slot.idiom, idioms, "idiom")
    let appearance = slot.appearance.map { problems(ofAppearance: $0, slot) } ?? []
    return idiom + odd(slot.platform, IconSlot.platforms, "platform")
      + odd(slot.scale, ["1x", "2x", "3x"], "scale") + appearance
      + slot.foreignAppearances.map { "an appearance of the kind '\($0)'" }
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
