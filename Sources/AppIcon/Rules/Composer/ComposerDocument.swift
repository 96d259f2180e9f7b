extension Check where Subject == ComposerIcon {
  static var document: Check {
    Check(
      Rule(
        "icon-json", .error, prevents: "actool: the icon document cannot be read",
        "An Icon Composer document needs an icon.json that holds a JSON object with a list 'groups'."
      )
    ) { icon in
      let remedy = "Open the document in Icon Composer and save it again."
      switch icon.document {
      case .missing: return Fact("has no icon.json", remedy: remedy)
      case .unreadable(let reason, let known):
        return Fact("has an icon.json that \(reason)", remedy: known ?? remedy)
      case .object(let value):
        if value["groups"]?.elements != nil { return nil }
        return Fact("has an icon.json without a list 'groups'", remedy: remedy)
      }
    }
  }
}
