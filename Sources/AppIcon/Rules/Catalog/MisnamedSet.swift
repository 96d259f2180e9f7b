extension Check where Subject == IconCatalog {
  static var misnamedSet: Check {
    Check(
      Rule(
        "misnamed-set", .error,
        prevents: "actool: None of the input catalogs contained a matching app icon set",
        "A folder looks like an icon set but its extension is another, so Xcode does not see it.")
    ) { catalog in
      catalog.misnamed.map { folder in
        Fact(
          "holds '\(folder.name)'; an icon set ends in .appiconset",
          remedy:
            "git mv \(ShellWord.quoted(folder.name)) \(ShellWord.quoted(folder.stem + ".appiconset"))"
        )
      }
    }
  }
}
