import Imaging

extension Check where Subject == IconImage {
  static var undecodable: Check {
    Check(
      Rule(
        "pixels-unreadable", .error, prevents: "actool: unreadable image",
        """
        The chunks are sound but the compressed pixels inside them are not: they do not inflate, or end \
        early. Only reading every pixel finds this, which is why it is done unless --headers-only asks not to.
        """)
    ) { image in
      guard case .refused(let refusal) = image.decoding else { return nil }
      switch refusal {
      case .structure, .appleOptimised, .tooLarge: return nil
      case .memory, .decoder:
        return Fact(refusal.description, remedy: "Export the icon again from its source.")
      case .reading(let sentence):
        return Fact(
          "does not decode: \(sentence)", remedy: "Export the icon again from its source.")
      }
    }
  }
}
