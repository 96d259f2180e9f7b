internal import PhotoGeometry

extension IconRules {
  static let catalog: [Check<IconCatalog>] = [
    Check(
      each: "misnamed-set", .error,
      prevents: "actool: None of the input catalogs contained a matching app icon set",
      """
      A folder looks like an icon set but its extension is another, so Xcode does not see it. A document of Icon Composer \
      in a catalog is passed over too, without a word, as eight projects wrote of Xcode 26: it belongs beside the \
      catalog, in the app's target. That is a warning; where it was to be the app's icon, icon-name-unmatched is an error.
      """
    ) { catalog in
      catalog.misnamed.map { folder in
        let isDocument = folder.pathExtension == "icon"
        let target =
          isDocument
          ? "\(Folder(catalog.path).parent)/\(folder.name)"
          : "\(folder.parent)/\(folder.stem).appiconset"
        let isTaken = Folder(target).exists
        return Fact(
          isDocument
            ? "holds '\(folder.name)', which Xcode passes over in a catalog"
            : "holds '\(folder.name)'; an icon set ends in .appiconset",
          remedy: isTaken ? "Keep '\(target)', which is there, and remove this one." : "",
          command: isTaken ? nil : ShellWord.renaming(folder.path, to: target),
          severity: isDocument ? .warning : nil)
      }
    },
    Check(
      "catalog-contents-unreadable", .error, prevents: "actool: Contents.json is not valid JSON",
      "The catalog's own Contents.json must be a JSON object."
    ) { catalog in
      guard case .unreadable(let reason, let remedy) = catalog.contents else { return nil }
      return Fact(
        "has a Contents.json that \(reason)",
        remedy: remedy ?? #"Write {"info":{"author":"xcode","version":1}} into Contents.json."#)
    },
    Check(
      "catalog-contents-missing", .note,
      "Xcode writes a Contents.json into every asset catalog at its next save; it compiles those without one too."
    ) { catalog in
      guard case .missing = catalog.contents else { return nil }
      return Fact(
        "has no Contents.json",
        command: #"printf '%s\n' '{"info":{"author":"xcode","version":1}}' > "#
          + ShellWord.quoted(catalog.path + "/Contents.json"))
    },
    Check(
      "catalog-without-icon", .note,
      "The catalog holds no app icon. An app needs one in at least one of its catalogs."
    ) { catalog in
      guard catalog.iconNames.isEmpty, catalog.misnamed.isEmpty, catalog.unreadable.isEmpty
      else { return nil }
      return Fact(
        "holds no app icon set",
        remedy: "If an app takes its icon from here, put it in with 'icon place'.")
    },
    Check(
      each: "layers-incomplete", .warning,
      """
      An icon of tvOS needs at least two layers with pictures in each of its stacks, and the App Store's picture, of \
      1280×768: without it an upload was refused as ITMS-90471, as also when its entry or its pictures had another \
      idiom than tv. An icon of visionOS needs pictures, of scale 2x in its background: without them an upload was \
      refused as ITMS-90967, and so was an extension of Messages without pictures in its icon, as ITMS-90642. \
      Stacks, layers and pictures that are missing are an error in the icon of an app for a store.
      """
    ) { catalog in
      catalog.others.flatMap { icon in
        LayeredIcon(icon).gaps.map { gap in
          var fact = gap
          fact.message = "holds '\(icon.name)', which \(gap.message)"
          fact.file = String(icon.path.dropFirst(catalog.path.count + 1)) + (gap.file ?? "")
          if !catalog.primary.contains(icon.stem) { fact.severity = nil }
          return fact
        }
      }
    },
    Check(
      each: "set-not-checked", .note,
      """
      The icons of tvOS (brandassets), visionOS (solidimagestack) and sticker packs are made of layers or of \
      sizes of their own. Their names count for the build setting, and what is missing in them is found \
      (layers-incomplete); sizes and pixels are not looked at here.
      """
    ) { catalog in
      catalog.others.map { folder in
        Fact(
          "holds '\(folder.name)', an icon of \(system(of: folder)) whose sizes and pixels are not checked",
          remedy: "Build it with Xcode; --off set-not-checked leaves this out.")
      }
    },
  ]

  private static func system(of folder: Folder) -> String {
    LayeredIcon.system(of: folder).map { TargetContext.names(of: [$0]) } ?? "a sticker pack"
  }
}
