import Imaging

extension Check where Subject == IconImage {
  static var ancillaryChecksum: Check {
    Check(
      Rule(
        "chunk-checksum", .warning,
        """
        The checksum of a chunk that readers may skip is wrong. Pictures still decode, but the file was \
        damaged or edited by a program that makes mistakes.
        """)
    ) { image in
      guard let problem = image.structure?.problems.first(where: \.isForgivable) else { return nil }
      return Fact(problem.description, remedy: image.placingAgain())
    }
  }
}
