extension Check where Subject == IconSet {
  static var contentsUnreadable: Check {
    Check(
      Rule(
        "contents-unreadable", .error, prevents: "actool: Contents.json is not valid JSON",
        """
        Contents.json must be a JSON object with a list 'images'. When it is not, actool prints a mere \
        notice, builds on, and the app has no icon. Merge conflicts are the usual cause.
        """)
    ) { set in
      switch set.contents {
      case .missing: nil
      case .unreadable(let reason, let remedy):
        fact("has a Contents.json that \(reason)", remedy: remedy)
      case .object(let value):
        value["images"]?.elements == nil ? fact("has a Contents.json without a list 'images'") : nil
      }
    }
  }

  private static func fact(_ message: String, remedy: String? = nil) -> Fact {
    let merge = "Open Contents.json, look for merge marks and missing commas"
    return Fact(message, remedy: remedy ?? "\(merge), or place the icon anew with --replace.")
  }
}
