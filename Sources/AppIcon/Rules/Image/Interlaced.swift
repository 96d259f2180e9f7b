extension Check where Subject == IconImage {
  static var interlaced: Check {
    Check(
      Rule(
        "interlaced", .warning,
        """
        The rows are stored in Adam7's seven passes, which suits slow web pages. Icon tools gain nothing by \
        it, some refuse it, and the file is larger.
        """)
    ) { image in
      guard image.header?.isInterlaced == true else { return nil }
      return Fact("is interlaced (Adam7); icons are not", remedy: image.placingAgain())
    }
  }
}
