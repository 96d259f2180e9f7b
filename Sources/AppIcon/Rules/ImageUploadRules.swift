import Imaging

extension IconRules {
  /// The rules about what App Store Connect refuses.
  static let upload: [Check<IconImage>] = [
    Check(
      "size", .error, prevents: "ITMS-90704",
      """
      The picture must have exactly the pixels of its slot: 1024×1024 for the single icon of iOS and \
      watchOS, size × scale for a legacy slot. actool warns '… is W×H but should be 1024x1024', then finds \
      no applicable content, and the upload lacks an icon.
      """
    ) { image in
      guard let wanted = image.role.size, let header = image.header else { return nil }
      if header.width == wanted.width, header.height == wanted.height { return nil }
      return Fact(
        "is \(header.width)×\(header.height) pixels; its slot needs \(wanted)",
        remedy: remedy(for: image, header),
        prevents: image.role.isLarge ? nil : "actool: did not have any applicable content")
    },
    Check(
      "alpha-channel", .error, prevents: "ITMS-90717",
      """
      The default and the tinted icon must have no alpha channel at all. A channel that is opaque \
      everywhere is refused too, after build and signing have succeeded: 'The large app icon in the asset \
      catalog can't be transparent or contain an alpha channel'. Only the dark icon, and macOS icons, have \
      one.
      """
    ) { image in
      guard image.role.isOpaque, let header = image.header, header.hasAlphaChannel else {
        return nil
      }
      let type = header.colorType == 6 ? "RGB" : "grey"
      return Fact(
        "has an alpha channel (colour type \(header.colorType), \(type) with alpha)\(use(image.pixels))",
        remedy: image.placingAgain(), prevents: image.role.alphaCode)
    },
    Check(
      "transparency-chunk", .error, prevents: "ITMS-90717",
      """
      A tRNS chunk makes one colour, or entries of the palette, transparent without an alpha channel. \
      Apple's decoder turns it into alpha, so it counts as one.
      """
    ) { image in
      guard image.role.isOpaque, let structure = image.structure, structure.hasTransparencyChunk
      else {
        return nil
      }
      return Fact(
        "has a tRNS chunk, which is read as alpha", remedy: image.placingAgain(),
        prevents: image.role.alphaCode)
    },
    Check(
      "animated", .error, prevents: "ITMS-90005",
      "The file is an animated PNG (an acTL chunk). App icons do not move; only its first frame is one."
    ) { image in
      guard image.structure?.contains("acTL") == true else { return nil }
      return Fact("is an animated PNG (acTL chunk)", remedy: image.placingAgain())
    },
  ]
}

extension IconRules {
  private static func remedy(for image: IconImage, _ header: PNGHeader) -> String {
    guard let wanted = image.role.size else { return "" }
    let isShrinkable = header.width == header.height && header.width > wanted.width
    guard image.role.isLarge, isShrinkable else {
      return "Export the picture at \(wanted) pixels."
    }
    return image.placingAgain()
  }

  private static func use(_ pixels: PixelFacts?) -> String {
    guard let pixels else { return "" }
    if pixels.translucentCount == 0 {
      return ", opaque in every pixel; the channel itself is what is refused"
    }
    return "; \(pixels.translucentCount) pixels are not opaque"
  }
}
