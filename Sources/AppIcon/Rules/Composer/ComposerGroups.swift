extension Check where Subject == ComposerIcon {
  /// At most four groups: Human Interface Guidelines, App icons.
  static let groupLimit = 4

  static var groups: Check {
    Check(
      Rule(
        "icon-groups", .warning,
        "The Human Interface Guidelines allow at most four groups of layers in an icon.")
    ) { icon in
      guard icon.groupCount > Self.groupLimit else { return nil }
      return Fact(
        "has \(icon.groupCount) groups; at most \(Self.groupLimit) are allowed",
        remedy: "Merge groups in Icon Composer.")
    }
  }

  /// The rules of an Icon Composer document.
  static var all: [Check] { [document, images, groups] }
}
