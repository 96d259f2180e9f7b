extension Check where Subject == IconSet {
  /// The rules of an icon set, in the order in which findings are listed.
  static var all: [Check] {
    [
      contentsMissing, contentsUnreadable, storeIcon, missingFile, letterCase, fileOutside,
      duplicateSlot, legacySizes, macSizes, composerTwin, unknownSlot, unassignedChild,
      sameAppearance, emptySlot, legacyForm, contentsInfo,
    ]
  }
}
