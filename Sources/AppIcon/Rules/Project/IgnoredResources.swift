extension Check where Subject == IconProject {
  static var ignoredResources: Check {
    Check(
      Rule(
        "resources-ignored", .warning,
        "XcodeGen knows no key 'resources' in a target and ignores it in silence: list catalogs under 'sources'."
      )
    ) { project in
      project.ignoredResources.map { target in
        Fact(
          "target '\(target)' has a key 'resources', which XcodeGen ignores",
          remedy: "Move its entries to 'sources'.")
      }
    }
  }
}
