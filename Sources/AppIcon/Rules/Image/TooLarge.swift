import Imaging

extension Check where Subject == IconImage {
  static var tooLarge: Check {
    Check(
      Rule(
        "too-many-pixels", .error,
        """
        The header declares more pixels than are ever decoded. No icon has a hundredth of that; such a file \
        is damaged or made to exhaust memory.
        """)
    ) { image in
      guard case .refused(.tooLarge(let pixels, let limit)) = image.decoding else { return nil }
      return Fact(
        "declares \(pixels) pixels; at most \(limit) are decoded, an icon has 1048576",
        remedy: "Export the icon at 1024×1024 pixels.")
    }
  }
}
