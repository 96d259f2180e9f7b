extension IconRules {
  /// The rules about an asset catalog.
  static let catalog: [Check<IconCatalog>] = [
    Check(
      each: "misnamed-set", .error,
      prevents: "actool: None of the input catalogs contained a matching app icon set",
      "A folder looks like an icon set but its extension is another, so Xcode does not see it."
    ) { catalog in
      catalog.misnamed.map { folder in
        Fact(
          "holds '\(folder.name)'; an icon set ends in .appiconset",
          remedy:
            "git mv \(ShellWord.quoted(folder.name)) \(ShellWord.quoted(folder.stem + ".appiconset"))"
        )
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
      "catalog-contents-missing", .warning,
      "Every asset catalog has a Contents.json of its own; Xcode adds it at its next save."
    ) { catalog in
      guard case .missing = catalog.contents else { return nil }
      return Fact(
        "has no Contents.json",
        remedy: #"Write {"info":{"author":"xcode","version":1}} into Contents.json."#)
    },
    Check(
      "catalog-without-icon", .note,
      "The catalog holds no app icon. An app needs one in at least one of its catalogs."
    ) { catalog in
      guard catalog.iconNames.isEmpty, catalog.misnamed.isEmpty, catalog.unreadable.isEmpty
      else { return nil }
      return Fact(
        "holds no app icon set",
        remedy: "photoprep icon place PNG --catalog \(ShellWord.quoted(catalog.path))")
    },
    Check(
      each: "set-not-checked", .note,
      """
      The icons of tvOS (brandassets), visionOS (solidimagestack) and sticker packs are made of layers or of \
      sizes of their own. Their names count for the build setting; what is in them is not looked at here.
      """
    ) { catalog in
      catalog.unchecked.map { folder in
        Fact(
          "holds '\(folder.name)', an icon of \(Self.system(of: folder)) that is not checked",
          remedy: "Build it with Xcode, or switch the rule off in .photoprep.yml.")
      }
    },
  ]
}

extension IconRules {
  private static func system(of folder: Folder) -> String {
    switch folder.pathExtension {
    case "brandassets": "tvOS"
    case "solidimagestack": "visionOS"
    default: "a sticker pack"
    }
  }
}
