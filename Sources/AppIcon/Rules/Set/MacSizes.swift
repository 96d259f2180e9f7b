extension Check where Subject == IconSet {
  static var macSizes: Check {
    Check(
      Rule(
        "mac-incomplete", .error, prevents: "ITMS-90236",
        """
        A macOS app needs its icon at 512×512 and at 512×512@2x; App Store Connect refuses an ICNS without \
        both.
        """)
    ) { set in
      let mac = set.slots.filter { $0.role.platform == .macOS }
      guard !mac.isEmpty else { return [] }
      let found = mac.filter { $0.fileName != nil && $0.size == "512x512" }.map { $0.scale ?? "1x" }
      return ["1x", "2x"].filter { !found.contains($0) }.map { scale in
        Fact(
          "has no macOS picture for 512x512 at \(scale)",
          remedy:
            "Add a picture of \(scale == "1x" ? 512 : 1024) pixels for the slot 512x512 \(scale).")
      }
    }
  }
}
