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
        remedy: "Put the icon into it with 'icon place' and --replace.")
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
        fact("has a Contents.json that \(reason)", remedy: remedy)
      case .object(let value):
        value["images"]?.array == nil ? fact("has a Contents.json without a list 'images'") : nil
      }
    },
    Check(
      "store-icon-missing", .error, prevents: "ITMS-90704",
      """
      An iOS or watchOS app needs an icon of 1024×1024 pixels in its default appearance. Without one \
      actool warns that 'A 1024x1024 app store icon is required for iOS apps' and the upload is refused. \
      In a set that is no app's own icon it is a warning, and the empty set that Xcode puts into every \
      extension is none.
      """
    ) { set in
      guard set.contents.value?["images"]?.array != nil, set.needsStorePictures else { return nil }
      let isMacOnly = !set.slots.isEmpty && set.slots.allSatisfy { $0.role.platform == .macOS }
      guard !isMacOnly, !set.slots.contains(where: { $0.isStoreIcon && $0.fileName != nil }) else {
        return nil
      }
      return Fact(
        "names no picture of 1024×1024 in its default appearance; exactly 1 is needed per platform",
        remedy: "Export one and put it in with 'icon place', --name \(set.name) and --replace.",
        severity: set.severity)
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
          !set.hasOtherCase(of: name)
        else { return nil }
        return Fact(
          "names '\(name)' for the slot \(slot.label), and there is no such file",
          remedy: "Add the file (and 'git add' it), or remove the name from Contents.json.",
          prevents: slot.isStoreIcon ? "ITMS-90704" : nil)
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
        guard let name = slot.fileName, set.hasOtherCase(of: name),
          let file = set.children.first(where: { $0.lowercased() == name.lowercased() })
        else { return nil }
        return Fact(
          "names '\(name)', but the file is '\(file)'",
          command: ShellWord.renaming(set.path + "/" + file, to: set.path + "/" + name))
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
          remedy: "Move the file into the set and name it without a path.")
      }
    },
  ]
}

extension IconRules {
  private static func fact(_ message: String, remedy: String? = nil) -> Fact {
    let merge = "Open Contents.json, look for merge marks and missing commas"
    return Fact(message, remedy: remedy ?? "\(merge), or place the icon again with --replace.")
  }
}

extension IconSet {
  /// Whether a file exists whose name differs in letter case only.
  func hasOtherCase(of name: String) -> Bool {
    !children.contains(name) && children.contains { $0.lowercased() == name.lowercased() }
  }
}

extension IconSet {
  /// Whether the pictures that the App Store asks for are wanted of this set: not in the empty set of an
  /// extension, nor where an Icon Composer document of the same name wins.
  var needsStorePictures: Bool { !hasComposerTwin && !(isEmpty && use == .outsideApps) }

  /// How much it matters that they are missing: less where the set is known to be no app's icon.
  var severity: Severity? { use.isForStore ? nil : .warning }
}
