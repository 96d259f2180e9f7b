extension Check where Subject == IconSet {
  static var contentsMissing: Check {
    Check(
      Rule(
        "contents-missing", .error,
        prevents: "actool: None of the input catalogs contained a matching app icon set",
        "A set without Contents.json is an ordinary folder to Xcode: the pictures in it are not icons."
      )
    ) { set in
      guard case .missing = set.contents else { return nil }
      return Fact(
        "has no Contents.json",
        remedy: "photoprep icon place PNG --catalog DIR --name NAME --replace")
    }
  }
}
