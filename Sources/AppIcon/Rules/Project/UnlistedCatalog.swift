extension Check where Subject == IconProject {
  static var unlistedCatalog: Check {
    Check(
      Rule(
        "catalog-unlisted", .warning,
        prevents: "actool: None of the input catalogs contained a matching app icon set",
        "A catalog with an app icon is in no target's resources, so it is not compiled at all.")
    ) { project in
      Set(project.unlistedCatalogs).sorted().map { name in
        Fact(
          "no target's resources list the catalog '\(name)'",
          remedy: "Add '\(name)' to the app target's Copy Bundle Resources phase.")
      }
    }
  }
}
