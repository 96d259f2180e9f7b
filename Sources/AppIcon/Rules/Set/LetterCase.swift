extension Check where Subject == IconSet {
  static var letterCase: Check {
    Check(
      Rule(
        "file-case", .error, prevents: "ITMS-90022",
        """
        The name in Contents.json and the file's name differ in letter case. On a Mac's usual disk that \
        works; on a case-sensitive one, such as many build servers', the icon is gone without a word.
        """)
    ) { set in
      set.namedSlots.compactMap { slot in
        guard let name = slot.fileName, set.hasOtherCase(of: name),
          let file = set.children.first(where: { $0.lowercased() == name.lowercased() })
        else { return nil }
        return Fact(
          "names '\(name)', but the file is '\(file)'",
          remedy: "git mv \(ShellWord.quoted(file)) \(ShellWord.quoted(name))")
      }
    }
  }
}
