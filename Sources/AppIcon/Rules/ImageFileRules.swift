import Imaging

extension IconRules {
  /// The rules about whether a picture can be read at all.
  static let file: [Check<IconImage>] = [
    Check(
      "not-png", .error, prevents: "ITMS-90005",
      """
      App icons must be PNG files. Renaming a JPEG to .png changes nothing: Xcode's pngcrush says 'Not a \
      PNG file', or App Store Connect refuses the upload. The type is read from the first bytes, whatever \
      the extension says. A pointer of Git LFS stands where its picture was not fetched.
      """
    ) { image in
      guard image.type != .png else { return nil }
      let size = image.role.size.map { " of \($0) pixels" } ?? ""
      return Fact(
        fact(of: image.type),
        remedy: image.type == .lfsPointer
          ? "Fetch the pictures with 'git lfs pull'; a build server has to be told to."
          : "Export the icon as a PNG\(size), 8-bit RGB.")
    },
    Check(
      "cgbi", .error, prevents: "actool: not a PNG file",
      """
      Xcode rewrites PNGs inside an app into a private form: a CgBI chunk first, colours as BGR, raw \
      deflate. Such a file was taken out of an .ipa; other programs refuse it, and it must not go in again.
      """
    ) { image in
      guard image.structure?.isAppleOptimised == true else { return nil }
      return Fact(
        "starts with a CgBI chunk: it was extracted from an .ipa",
        remedy:
          "Use the original file, or turn it back by pngcrush with -revert-iphone-optimizations."
      )
    },
    Check(
      "truncated", .error, prevents: "actool: unreadable image",
      """
      The file ends before its IEND chunk, or in the middle of a chunk. Some viewers show the part that is \
      there, so this often goes unnoticed until the upload.
      """
    ) { image in
      guard let problem = image.structure?.problems.first(where: \.isTruncation) else { return nil }
      return Fact(
        problem.description, remedy: "Export the icon again, or copy the file again in full.")
    },
    Check(
      "corrupt", .error, prevents: "actool: unreadable image",
      """
      The file breaks the PNG specification in a way that decoders do not forgive: a damaged signature, an \
      impossible header, no pixels, or a wrong checksum in a chunk that is needed.
      """
    ) { image in
      let problems = image.structure?.problems.filter { !$0.isForgivable && !$0.isTruncation } ?? []
      guard let problem = problems.first, image.structure?.isAppleOptimised == false else {
        return nil
      }
      return Fact(problem.description, remedy: "Export the icon again from its source.")
    },
    Check(
      "pixels-unreadable", .error, prevents: "actool: unreadable image",
      """
      The chunks are sound but the compressed pixels inside them are not: they do not inflate, or end \
      early. Only reading every pixel finds this, which is why it is done unless --headers-only asks not to.
      """
    ) { image in
      guard case .refused(let refusal) = image.decoding else { return nil }
      switch refusal {
      case .structure, .appleOptimised, .tooLarge: return nil
      case .memory, .decoder:
        return Fact(refusal.description, remedy: "Export the icon again from its source.")
      case .reading(let sentence):
        return Fact(
          "does not decode: \(sentence)", remedy: "Export the icon again from its source.")
      }
    },
    Check(
      "too-many-pixels", .error,
      """
      The header declares more pixels than are ever decoded. No icon has a hundredth of that; such a file \
      is damaged or made to exhaust memory.
      """
    ) { image in
      guard case .refused(.tooLarge(let pixels, let limit)) = image.decoding else { return nil }
      return Fact(
        "declares \(pixels) pixels; at most \(limit) are decoded, an icon has 1048576",
        remedy: "Export the icon at 1024×1024 pixels.")
    },
  ]
}

extension IconRules {
  private static func fact(of type: FileType) -> String {
    switch type {
    case .empty: "is empty; 0 bytes are no PNG"
    case .unknown: "is of no known picture type; an app icon must be PNG"
    case .lfsPointer: "is a Git LFS pointer; the picture itself is not here"
    default: "is \(type.rawValue) by its first bytes; an app icon must be PNG"
    }
  }
}
