extension Check where Subject == IconSet {
  static var contentsInfo: Check {
    Check(
      Rule(
        "contents-info", .note,
        "Xcode writes 'info' with author and version 1 into every Contents.json and adds it at its next save."
      )
    ) { set in
      guard let value = set.contents.value, value["info"]?["version"] != .number(1) else {
        return nil
      }
      return Fact(
        "has a Contents.json without 'info' of version 1",
        remedy: "Add \"info\" : { \"author\" : \"xcode\", \"version\" : 1 }.")
    }
  }
}
