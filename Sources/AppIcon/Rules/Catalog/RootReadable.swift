extension Check where Subject == IconCatalog {
  static var rootUnreadable: Check {
    Check(
      Rule(
        "catalog-contents-unreadable", .error, prevents: "actool: Contents.json is not valid JSON",
        "The catalog's own Contents.json must be a JSON object.")
    ) { catalog in
      guard case .unreadable(let reason, let remedy) = catalog.contents else { return nil }
      return Fact(
        "has a Contents.json that \(reason)",
        remedy: remedy ?? #"Write {"info":{"author":"xcode","version":1}} into Contents.json."#)
    }
  }
}
