extension Check where Subject == ComposerIcon {
  static var images: Check {
    Check(
      Rule(
        "icon-image-missing", .error, prevents: "actool: missing image of an icon layer",
        "A layer names a picture that is not in the document's Assets folder, or only in other letter case."
      )
    ) { icon in
      guard icon.unreadable == nil else { return [] }
      return icon.imageNames.filter { !icon.assets.contains($0) }.map { name in
        let twin = icon.assets.first { $0.lowercased() == name.lowercased() }
        let fact = twin.map { "but the file is '\($0)'" } ?? "and there is no such file in Assets"
        return Fact(
          "has a layer with the picture '\(name)', \(fact)",
          remedy: "Add the picture to Assets under exactly this name, or remove the layer.")
      }
    }
  }
}
