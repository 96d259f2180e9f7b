extension Check where Subject == IconImage {
  static var truncated: Check {
    Check(
      Rule(
        "truncated", .error, prevents: "actool: unreadable image",
        """
        The file ends before its IEND chunk, or in the middle of a chunk. Some viewers show the part that is \
        there, so this often goes unnoticed until the upload.
        """)
    ) { image in
      guard let problem = image.structure?.problems.first(where: \.isTruncation) else { return nil }
      return Fact(
        problem.description, remedy: "Export the icon again, or copy the file again in full.")
    }
  }
}
