extension Check where Subject == IconSet {
  static var unassignedChild: Check {
    Check(
      Rule(
        "unassigned-child", .warning, prevents: "actool: The app icon set has an unassigned child",
        "A file lies in the set that no slot names. It is not used; it may be the icon you meant to use."
      )
    ) { set in
      guard set.contents.value?["images"]?.elements != nil else { return [] }
      let names = set.namedSlots.compactMap { $0.fileName?.lowercased() }
      return set.children.filter { !names.contains($0.lowercased()) }.map { child in
        Fact(
          "holds '\(child)', which no slot names", remedy: "Remove the file, or name it in a slot.")
      }
    }
  }
}
