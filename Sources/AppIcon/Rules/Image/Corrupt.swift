import Imaging

extension Check where Subject == IconImage {
  static var corrupt: Check {
    Check(
      Rule(
        "corrupt", .error, prevents: "actool: unreadable image",
        """
        The file breaks the PNG specification in a way that decoders do not forgive: a damaged signature, an \
        impossible header, no pixels, or a wrong checksum in a chunk that is needed.
        """)
    ) { image in
      let problems = image.structure?.problems.filter { !$0.isForgivable && !$0.isTruncation } ?? []
      guard let problem = problems.first, image.structure?.isAppleOptimised == false else {
        return nil
      }
      return Fact(problem.description, remedy: "Export the icon again from its source.")
    }
  }
}
