extension Check where Subject == IconSet {
  static var missingFile: Check {
    Check(
      Rule(
        "file-missing", .error, prevents: "ITMS-90022",
        """
        Contents.json names a picture that is not in the folder. actool says nothing, the slot stays empty, \
        and the upload lacks that icon (ITMS-90022, ITMS-90713). Often the file was never committed.
        """)
    ) { set in
      set.namedSlots.compactMap { slot in
        guard let name = slot.fileName, !name.contains("/"), !set.children.contains(name),
          !set.hasOtherCase(of: name)
        else { return nil }
        return Fact(
          "names '\(name)' for the slot \(slot.label), and there is no such file",
          remedy: "Add the file (and 'git add' it), or remove the name from Contents.json.",
          prevents: slot.isStoreIcon ? "ITMS-90704" : nil)
      }
    }
  }
}

extension IconSet {
  /// Whether a file exists whose name differs in letter case only.
  func hasOtherCase(of name: String) -> Bool {
    !children.contains(name) && children.contains { $0.lowercased() == name.lowercased() }
  }
}
