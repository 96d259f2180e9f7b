extension Check where Subject == IconCatalog {
  static var uncheckedSet: Check {
    Check(
      Rule(
        "set-not-checked", .note,
        """
        The icons of tvOS (brandassets), visionOS (solidimagestack) and sticker packs are made of layers or of \
        sizes of their own. Their names count for the build setting; what is in them is not looked at here.
        """)
    ) { catalog in
      catalog.unchecked.map { folder in
        Fact(
          "holds '\(folder.name)', an icon of \(Self.system(of: folder)) that is not checked",
          remedy: "Build it with Xcode, or switch the rule off in .photoprep.yml.")
      }
    }
  }

  private static func system(of folder: Folder) -> String {
    switch folder.pathExtension {
    case "brandassets": "tvOS"
    case "solidimagestack": "visionOS"
    default: "a sticker pack"
    }
  }
}
