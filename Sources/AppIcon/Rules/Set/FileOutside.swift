extension Check where Subject == IconSet {
  static var fileOutside: Check {
    Check(
      Rule(
        "file-outside", .error, prevents: "ITMS-90022",
        "A 'filename' is a name in the set's own folder; Xcode does not follow paths in it.")
    ) { set in
      set.namedSlots.compactMap { slot in
        guard let name = slot.fileName, name.contains("/") else { return nil }
        return Fact(
          "names '\(name)', a path; only names in the folder are found",
          remedy: "Move the file into the set and name it without a path.")
      }
    }
  }
}
