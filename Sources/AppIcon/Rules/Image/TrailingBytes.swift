extension Check where Subject == IconImage {
  static var trailingBytes: Check {
    Check(
      Rule(
        "trailing-bytes", .warning,
        """
        Bytes follow the end of the picture. They do nothing for the icon and are shipped with the sources; \
        sometimes they are another file.
        """)
    ) { image in
      guard let count = image.structure?.trailingByteCount, count > 0 else { return nil }
      return Fact(
        "has \(count) bytes behind its IEND chunk; 0 belong there", remedy: image.placingAgain())
    }
  }
}
