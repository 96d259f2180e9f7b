import Imaging

extension Check where Subject == IconImage {
  static var dimensions: Check {
    Check(
      Rule(
        "size", .error, prevents: "ITMS-90704",
        """
        The picture must have exactly the pixels of its slot: 1024×1024 for the single icon of iOS and \
        watchOS, size × scale for a legacy slot. actool warns '… is W×H but should be 1024x1024', then finds \
        no applicable content, and the upload lacks an icon.
        """)
    ) { image in
      guard let wanted = image.role.size, let header = image.header else { return nil }
      if header.width == wanted.width, header.height == wanted.height { return nil }
      return Fact(
        "is \(header.width)×\(header.height) pixels; its slot needs \(wanted)",
        remedy: remedy(for: image, header),
        prevents: image.role.isLarge ? nil : "actool: did not have any applicable content")
    }
  }

  private static func remedy(for image: IconImage, _ header: PNGHeader) -> String {
    guard let wanted = image.role.size else { return "" }
    let isShrinkable = header.width == header.height && header.width > wanted.width
    guard image.role.isLarge, isShrinkable else {
      return "Export the picture at \(wanted) pixels."
    }
    return image.placingAgain()
  }
}
