extension IconRules {
  /// The rules about how samples are stored.
  static let form: [Check<IconImage>] = [
    Check(
      "bit-depth", .warning, prevents: "pngcrush: Input PNG does not have an 8 bit input depth",
      """
      Icons have 8 bits a channel. 16 bits are legal for Display P3, but older Xcode versions complain and \
      nothing on the Home Screen shows the difference; fewer than 8 come from palettes and black-and-white \
      exports.
      """
    ) { image in
      guard let depth = image.header?.bitDepth, depth != 8 else { return nil }
      return Fact(
        "has \(depth) bits per sample; icons have 8", placing: image,
        otherwise: "Export it again with 8-bit RGB samples, not interlaced.")
    },
    Check(
      "palette", .warning,
      """
      The pixels are indices into a palette of at most 256 colours, usually the work of a size optimiser. \
      Smooth gradients show bands; RGB is what Apple's templates are.
      """
    ) { image in
      guard let header = image.header, header.isIndexed else { return nil }
      return Fact(
        "uses a palette of \(image.structure?.paletteCount ?? 0) colours; icons are RGB",
        placing: image, otherwise: "Export it again with 8-bit RGB samples, not interlaced.")
    },
    Check(
      "grey-colour-type", .warning,
      """
      The file has one grey channel. For the default icon that is nearly always an export mistake; a \
      tinted icon should be grey, but stored as RGB with three equal channels, because App Store Connect \
      has been seen to show grey files wrongly.
      """
    ) { image in
      guard let header = image.header, header.isGrey else { return nil }
      return Fact(
        "has one grey channel (colour type \(header.colorType)); icons are RGB",
        placing: image, otherwise: "Export it again with 8-bit RGB samples, not interlaced.")
    },
    Check(
      "interlaced", .warning,
      """
      The rows are stored in Adam7's seven passes, which suits slow web pages. Icon tools gain nothing by \
      it, some refuse it, and the file is larger.
      """
    ) { image in
      guard image.header?.isInterlaced == true else { return nil }
      return Fact(
        "is interlaced (Adam7); icons are not", placing: image,
        otherwise: "Export it again with 8-bit RGB samples, not interlaced.")
    },
  ]
}
