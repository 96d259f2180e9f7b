extension Check where Subject == IconSet {
  static var legacyForm: Check {
    Check(
      Rule(
        "legacy-form", .note,
        "Since Xcode 14 one 1024×1024 icon is enough; the system makes the other sizes. Fewer files, fewer mistakes."
      )
    ) { set in
      guard set.isLegacy else { return nil }
      return Fact(
        "has \(set.slots.count) slots, one per size; 1 is enough since Xcode 14",
        remedy:
          "photoprep icon place PNG --catalog DIR --name \(ShellWord.quoted(set.name)) --replace")
    }
  }
}
