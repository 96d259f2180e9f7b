extension Check where Subject == IconImage {
  static var appleOptimised: Check {
    Check(
      Rule(
        "cgbi", .error, prevents: "actool: not a PNG file",
        """
        Xcode rewrites PNGs inside an app into a private form: a CgBI chunk first, colours as BGR, raw \
        deflate. Such a file was taken out of an .ipa; other programs refuse it, and it must not go in again.
        """)
    ) { image in
      guard image.structure?.isAppleOptimised == true else { return nil }
      return Fact(
        "starts with a CgBI chunk: it was extracted from an .ipa",
        remedy:
          "Run 'pngcrush -revert-iphone-optimizations -q IN.png OUT.png', or use the original file."
      )
    }
  }
}
