extension Check where Subject == IconSet {
  static var composerTwin: Check {
    Check(
      Rule(
        "composer-twin", .error, prevents: "ITMS-90717",
        """
        An icon set and an Icon Composer document have the same name. Which one Xcode takes is not defined; \
        uploads have been refused for alpha though the set had none.
        """)
    ) { set in
      guard set.hasComposerTwin else { return nil }
      return Fact(
        "has the same name as '\(set.name).icon'",
        remedy:
          "Rename one of the two and set ASSETCATALOG_COMPILER_APPICON_NAME to the one you mean.")
    }
  }
}
