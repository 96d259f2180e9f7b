extension Check where Subject == IconProject {
  static var projectReadable: Check {
    Check(
      Rule(
        "project-unreadable", .error,
        "A project description cannot be parsed, so nothing can be said about its build settings.")
    ) { project in
      project.unreadable.map { entry in
        Fact(
          "\(entry.file): \(entry.reason)",
          remedy: entry.remedy ?? "Correct the file; merge marks are the usual cause.")
      }
    }
  }

  /// The rules of a project.
  static var all: [Check] {
    [projectReadable, iconNameMatches, iconNameSet, unlistedCatalog, ignoredResources, noCatalog]
  }
}
