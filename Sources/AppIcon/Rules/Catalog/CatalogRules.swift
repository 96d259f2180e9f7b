extension Check where Subject == IconCatalog {
  /// The rules of an asset catalog.
  static var all: [Check] { [misnamedSet, rootUnreadable, rootMissing, noIcon, uncheckedSet] }
}
