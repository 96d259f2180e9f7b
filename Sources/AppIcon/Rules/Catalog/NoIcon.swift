extension Check where Subject == IconCatalog {
  static var noIcon: Check {
    Check(
      Rule(
        "catalog-without-icon", .note,
        "The catalog holds no app icon. An app needs one in at least one of its catalogs.")
    ) { catalog in
      guard catalog.iconNames.isEmpty, catalog.misnamed.isEmpty, catalog.unreadable.isEmpty
      else { return nil }
      return Fact(
        "holds no app icon set",
        remedy: "photoprep icon place PNG --catalog \(ShellWord.quoted(catalog.path))")
    }
  }
}
