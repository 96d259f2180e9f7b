import Foundation

extension Check where Subject == IconImage {
  static var fileExtension: Check {
    Check(
      Rule(
        "file-extension", .warning,
        """
        The bytes are a PNG but the name does not end in .png. Xcode chooses its tool by the extension, so \
        the picture may be skipped or copied untouched.
        """)
    ) { image in
      let found = (image.path as NSString).pathExtension
      guard image.type == .png, found.lowercased() != "png" else { return nil }
      let name = found.isEmpty ? "has no extension" : "has the extension .\(found)"
      return Fact("is a PNG but \(name)", remedy: "Rename it so that it ends in .png.")
    }
  }
}
