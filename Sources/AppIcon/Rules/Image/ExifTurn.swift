extension Check where Subject == IconImage {
  static var exifTurn: Check {
    Check(
      Rule(
        "exif-orientation", .warning,
        """
        An eXIf chunk says that the picture is to be turned or mirrored. Viewers do it, icon tools do not, so \
        what you see is not what ships.
        """)
    ) { image in
      guard let orientation = image.orientation, orientation != 1 else { return nil }
      return Fact(
        "says EXIF orientation \(orientation); icon tools show the pixels as stored, which is 1",
        remedy: image.placingAgain())
    }
  }
}
