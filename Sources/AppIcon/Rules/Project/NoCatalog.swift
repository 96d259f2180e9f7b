extension Check where Subject == IconProject {
  static var noCatalog: Check {
    Check(
      Rule(
        "no-catalog", .warning, prevents: "ITMS-90713",
        "The project has an application but no asset catalog and no Icon Composer document.")
    ) { project in
      let needsIcon = project.settings.contains { $0.isApplication }
      guard needsIcon, project.catalogCount == 0, project.iconNames.isEmpty,
        !project.hasUnreadableFolder
      else { return nil }
      return Fact(
        "has an application and no asset catalog",
        remedy: "photoprep icon place PNG --catalog Assets.xcassets")
    }
  }
}
