extension Check where Subject == IconCatalog {
  static var rootMissing: Check {
    Check(
      Rule(
        "catalog-contents-missing", .warning,
        "Every asset catalog has a Contents.json of its own; Xcode adds it at its next save.")
    ) { catalog in
      guard case .missing = catalog.contents else { return nil }
      return Fact(
        "has no Contents.json",
        remedy: #"Write {"info":{"author":"xcode","version":1}} into Contents.json."#)
    }
  }
}
