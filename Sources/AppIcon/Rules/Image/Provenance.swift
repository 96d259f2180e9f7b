extension Check where Subject == IconImage {
  static var provenance: Check {
    Check(
      Rule(
        "provenance", .note,
        """
        A caBX chunk holds C2PA provenance data, as picture generators and newer editors add it: often 50 kB \
        that no icon needs, and the prompt's tool by name.
        """)
    ) { image in
      guard let chunk = image.structure?.first("caBX") else { return nil }
      return Fact(
        "carries \(chunk.length) bytes of C2PA provenance (caBX chunk)",
        remedy: image.placingAgain())
    }
  }
}
