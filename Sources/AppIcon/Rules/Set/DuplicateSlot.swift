extension Check where Subject == IconSet {
  static var duplicateSlot: Check {
    Check(
      Rule(
        "duplicate-slot", .error,
        prevents: """
          actool: An app icon set must have exactly one "1024x1024" image for the "Any Appearance" image well
          """,
        "Two entries describe the same slot. Which one wins is not defined, and actool refuses two default icons."
      )
    ) { set in
      let named = set.namedSlots
      return named.filter { slot in
        named.contains { $0.index < slot.index && $0.identity == slot.identity }
      }
      .map { slot in
        Fact(
          "has a second entry for the slot \(slot.label)",
          remedy: "Keep one of the entries in Contents.json and remove the other.")
      }
    }
  }
}
