extension Check where Subject == IconImage {
  static var animated: Check {
    Check(
      Rule(
        "animated", .error, prevents: "ITMS-90005",
        "The file is an animated PNG (an acTL chunk). App icons do not move; only its first frame is one."
      )
    ) { image in
      guard image.structure?.contains("acTL") == true else { return nil }
      return Fact("is an animated PNG (acTL chunk)", remedy: image.placingAgain())
    }
  }
}
