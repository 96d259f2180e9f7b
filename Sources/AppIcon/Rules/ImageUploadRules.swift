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
        placing: image, otherwise: "Export the picture at \(wanted) pixels.",
        prevents: image.role.isLarge ? nil : "actool: did not have any applicable content")
    },
    Check(
      "alpha-channel", .error, prevents: "ITMS-90717",
      """
      The picture of 1024×1024 pixels that the App Store itself takes, the default one of an app's icon, \
      must not be translucent: 'The large app icon in the asset catalog can't be transparent or contain an \
      alpha channel'. Uploads with a channel that is opaque everywhere have been refused too, after build \
      and signing had succeeded; others passed, as Xcode's compiler may drop such a channel. Smaller sizes, \
      dark and tinted icons, macOS icons and the icons of extensions may have one.
      """
    ) { image in
      guard image.role.isForStore, image.role.isOpaque, let header = image.header,
        header.hasAlphaChannel
      else { return nil }
      let type = header.colorType == 6 ? "RGB" : "grey"
      let isUnused = image.pixels?.translucentCount == 0
      return Fact(
        "has an alpha channel (colour type \(header.colorType), \(type) with alpha)\(use(image.pixels))",
        placing: image, why: isUnused ? opaqueChannel(image.role.alphaCode) : "",
        otherwise: "Export it again without an alpha channel.", prevents: image.role.alphaCode)
    },
    Check(
      "transparency-chunk", .error, prevents: "ITMS-90717",
      """
      A tRNS chunk makes one colour, or entries of the palette, transparent without an alpha channel. \
      Apple's decoder turns it into alpha, so in the picture that the App Store takes it counts as one.
      """
    ) { image in
      guard image.role.isForStore, image.role.isOpaque, let structure = image.structure,
        structure.hasTransparencyChunk
      else { return nil }
      return Fact(
        "has a tRNS chunk, which is read as alpha", placing: image,
        otherwise: "Export it again without transparency.", prevents: image.role.alphaCode)
    },
    Check(
      "animated", .error, prevents: "ITMS-90005",
      "The file is an animated PNG (an acTL chunk). App icons do not move; only its first frame is one."
    ) { image in
      guard image.structure?.contains("acTL") == true else { return nil }
      return Fact(
        "is an animated PNG (acTL chunk)", placing: image,
        otherwise: "Export it again as a still picture.")
    },
  ]
}

extension IconRules {
  private static func use(_ pixels: PixelFacts?) -> String {
    guard let pixels else { return "" }
    if pixels.translucentCount == 0 { return ", opaque in every pixel" }
    return "; \(counted(pixels.translucentCount, "pixel")) not opaque"
  }

  /// Without a quotation mark or a bracket, so that a shell takes it with the command below it.
  private static func opaqueChannel(_ code: String) -> String {
    "Stores have refused even an opaque channel with \(code), though the compiler of Xcode may drop one:"
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun) is" : "\(count) \(noun)s are"
  }
}
