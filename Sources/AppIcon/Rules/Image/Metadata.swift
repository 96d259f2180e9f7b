extension Check where Subject == IconImage {
  static var metadata: Check {
    Check(
      Rule(
        "metadata", .note,
        """
        Text, dates and EXIF say when, where and with which program the icon was made. None of it is needed, \
        and it ends up in a public bundle.
        """)
    ) { image in
      let kinds = ["tEXt", "zTXt", "iTXt", "eXIf", "tIME"]
      let chunks = image.structure?.chunks.filter { kinds.contains($0.type) } ?? []
      guard !chunks.isEmpty else { return nil }
      let bytes = chunks.reduce(0) { $0 + $1.length }
      let found = kinds.filter { kind in chunks.contains { $0.type == kind } }.joined(
        separator: ", ")
      return Fact("carries \(bytes) bytes of metadata (\(found))", remedy: image.placingAgain())
    }
  }
}
