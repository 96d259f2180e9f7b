extension Check where Subject == IconProject {
  static var iconNameMatches: Check {
    Check(
      Rule(
        "icon-name-unmatched", .error,
        prevents: "actool: None of the input catalogs contained a matching app icon set",
        """
        ASSETCATALOG_COMPILER_APPICON_NAME names a set that no catalog has, in at least one build \
        configuration. The build stops, or an old Xcode ships the app without an icon.
        """)
    ) { project in
      if project.hasUnreadableFolder { return [] }
      let known = project.iconNames.sorted().map { "'\($0)'" }.joined(separator: ", ")
      return project.settings.compactMap { setting in
        guard let name = setting.iconName, !name.isEmpty, !name.contains("$"),
          !project.iconNames.contains(name)
        else { return nil }
        return Fact(
          "\(setting.place) names the icon '\(name)'; \(known.isEmpty ? "no catalog has an icon" : "there are \(known)")",
          remedy:
            "Place a set of that name ('photoprep icon place PNG --catalog DIR --name \(ShellWord.quoted(name))'), or correct the setting."
        )
      }
    }
  }
}

extension IconProject.Setting {
  /// Where the setting stands, as the start of a sentence.
  var place: String { "\(file): target '\(target)' (\(configuration))" }
}
