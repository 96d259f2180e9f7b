extension Check where Subject == IconProject {
  static var iconNameSet: Check {
    Check(
      Rule(
        "icon-name-unset", .warning, prevents: "ITMS-90713",
        """
        An application target names no icon in some build configuration, so the catalog's icon is compiled \
        but never becomes the app's, and CFBundleIconName is missing from its Info.plist.
        """)
    ) { project in
      if project.hasUnreadableFolder { return [] }
      let unset = project.settings.filter { $0.isApplication && ($0.iconName ?? "").isEmpty }
      return unset.map { setting in
        Fact(
          "\(setting.place) sets no \(IconProject.settingName)",
          remedy: "Set \(IconProject.settingName) to the name of the icon set, usually AppIcon.")
      }
    }
  }
}
