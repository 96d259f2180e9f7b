extension Check where Subject == IconSet {
  static var storeIcon: Check {
    Check(
      Rule(
        "store-icon-missing", .error, prevents: "ITMS-90704",
        """
        An iOS or watchOS app needs an icon of 1024×1024 pixels in its default appearance. Without one \
        actool warns that 'A 1024x1024 app store icon is required for iOS apps' and the upload is refused.
        """)
    ) { set in
      guard set.contents.value?["images"]?.elements != nil else { return nil }
      let isMacOnly = !set.slots.isEmpty && set.slots.allSatisfy { $0.role.platform == .macOS }
      guard !isMacOnly, !set.slots.contains(where: { $0.isStoreIcon && $0.fileName != nil }) else {
        return nil
      }
      return Fact(
        "names no picture of 1024×1024 in its default appearance; exactly 1 is needed per platform",
        remedy: """
          photoprep icon place PNG --catalog \(ShellWord.quoted(Folder(set.path).parent)) \
          --name \(ShellWord.quoted(set.name)) --replace
          """)
    }
  }
}
