extension Check where Subject == IconImage {
  static var palette: Check {
    Check(
      Rule(
        "palette", .warning,
        """
        The pixels are indices into a palette of at most 256 colours, usually the work of a size optimiser. \
        Smooth gradients show bands; RGB is what Apple's templates are.
        """)
    ) { image in
      guard let header = image.header, header.isIndexed else { return nil }
      return Fact(
        "uses a palette of \(image.structure?.paletteCount ?? 0) colours; icons are RGB",
        remedy: image.placingAgain())
    }
  }
}
