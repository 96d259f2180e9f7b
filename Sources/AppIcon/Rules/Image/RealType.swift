extension Check where Subject == IconImage {
  static var realType: Check {
    Check(
      Rule(
        "not-png", .error, prevents: "ITMS-90005",
        """
        App icons must be PNG files. Renaming a JPEG to .png changes nothing: Xcode's pngcrush says 'Not a \
        PNG file', or App Store Connect refuses the upload. The type is read from the first bytes, whatever \
        the extension says.
        """)
    ) { image in
      guard image.type != .png else { return nil }
      return Fact(
        fact(of: image.type), remedy: "Export the icon as a PNG of 1024×1024 pixels, 8-bit RGB.")
    }
  }

  private static func fact(of type: FileType) -> String {
    switch type {
    case .empty: "is empty; 0 bytes are no PNG"
    case .unknown: "is of no known picture type; an app icon must be PNG"
    default: "is \(type.rawValue) by its first bytes; an app icon must be PNG"
    }
  }
}
