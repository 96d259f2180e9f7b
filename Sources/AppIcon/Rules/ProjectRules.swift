extension IconRules {
  /// The rules about a project.
  static let project: [Check<IconProject>] = [
    Check(
      each: "project-unreadable", .error,
      "A project description cannot be parsed, so nothing can be said about its build settings."
    ) { project in
      project.unreadable.map { entry in
        Fact(
          "\(entry.file): \(entry.reason)",
          remedy: entry.remedy ?? "Correct the file; merge marks are the usual cause.")
      }
    },
    Check(
      each: "icon-name-unmatched", .error,
      prevents: "actool: None of the input catalogs contained a matching app icon set",
      """
      ASSETCATALOG_COMPILER_APPICON_NAME names a set that no catalog has, in at least one build \
      configuration. The build stops, or an old Xcode ships the app without an icon.
      """
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
    },
    Check(
      each: "icon-name-unset", .warning, prevents: "ITMS-90713",
      """
      An application target names no icon in some build configuration, so the catalog's icon is compiled \
      but never becomes the app's, and CFBundleIconName is missing from its Info.plist.
      """
    ) { project in
      if project.hasUnreadableFolder { return [] }
      let unset = project.settings.filter { $0.isApplication && ($0.iconName ?? "").isEmpty }
      return unset.map { setting in
        Fact(
          "\(setting.place) sets no \(IconProject.settingName)",
          remedy: "Set \(IconProject.settingName) to the name of the icon set, usually AppIcon.")
      }
    },
    Check(
      each: "catalog-unlisted", .warning,
      prevents: "actool: None of the input catalogs contained a matching app icon set",
      "A catalog with an app icon is in no target's resources, so it is not compiled at all."
    ) { project in
      Set(project.unlistedCatalogs).sorted().map { name in
        Fact(
          "no target's resources list the catalog '\(name)'",
          remedy: "Add '\(name)' to the app target's Copy Bundle Resources phase.")
      }
    },
    Check(
      each: "resources-ignored", .warning,
      "XcodeGen knows no key 'resources' in a target and ignores it in silence: list catalogs under 'sources'."
    ) { project in
      project.ignoredResources.map { target in
        Fact(
          "target '\(target)' has a key 'resources', which XcodeGen ignores",
          remedy: "Move its entries to 'sources'.")
      }
    },
    Check(
      "no-catalog", .warning, prevents: "ITMS-90713",
      "The project has an application but no asset catalog and no Icon Composer document."
    ) { project in
      let needsIcon = project.settings.contains { $0.isApplication }
      guard needsIcon, project.catalogCount == 0, project.iconNames.isEmpty,
        !project.hasUnreadableFolder
      else { return nil }
      return Fact(
        "has an application and no asset catalog",
        remedy: "photoprep icon place PNG --catalog Assets.xcassets")
    },
  ]
}

extension IconProject.Setting {
  /// Where the setting stands, as the start of a sentence.
  var place: String { "\(file): target '\(target)' (\(configuration))" }
}
