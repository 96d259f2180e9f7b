extension Check where Subject == IconSet {
  static var emptySlot: Check {
    Check(
      Rule(
        "empty-slot", .note,
        """
        Xcode's template has slots for the dark and the tinted icon. While they are empty the system derives \
        both from the default icon, which is allowed.
        """)
    ) { set in
      set.slots.filter { $0.fileName == nil && !$0.isStoreIcon }.map { slot in
        Fact(
          "has no picture for the slot \(slot.label)",
          remedy:
            "Add one with 'photoprep icon place … --dark' or '--tinted', or leave it to the system."
        )
      }
    }
  }
}
