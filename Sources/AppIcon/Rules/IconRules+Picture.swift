import Foundation
import Imaging

extension IconRules {
  /// The rules about whether a picture can be read at all.
  static let file: [Check<IconImage>] = [
    Check(
      "not-png", .error, placing: .refused, prevents: "ITMS-90005",
      """
      App icons must be PNG files. Renaming a JPEG to .png changes nothing: Xcode's pngcrush says 'Not a \
      PNG file', or App Store Connect refuses the upload. The type is read from the first bytes, whatever \
      the extension says. A JPEG of a set that is named one is a warning, as apps were sent with it; of its pixels only \
      their number is read. A pointer of Git LFS stands where its picture was not fetched.
      """
    ) { image in
      guard image.type != .png else { return nil }
      let size = image.role.size.map { " of \($0) pixels" } ?? ""
      return Fact(
        fact(of: image.type)
          + (isNamedJPEG(image) ? ", of whose pixels only the number is read" : ""),
        remedy: image.type == .lfsPointer
          ? "Fetch the pictures with 'git lfs pull'; a build server has to be told to."
          : "Export the icon as a PNG\(size), 8-bit RGB.",
        severity: isNamedJPEG(image) ? .warning : nil)
    },
    Check(
      "cgbi", .error, placing: .refused, prevents: "actool: not a PNG file",
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
      "truncated", .error, placing: .refused, prevents: "actool: unreadable image",
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
      "corrupt", .error, placing: .refused, prevents: "actool: unreadable image",
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
      "pixels-unreadable", .error, placing: .refused, prevents: "actool: unreadable image",
      """
      The chunks are sound but the compressed pixels inside them are not: they do not inflate, or end \
      early. Only reading every pixel finds this, which is why it is done unless --headers-only asks not to.
      """
    ) { image in
      guard case .refused(let refusal) = image.decoding else { return nil }
      let fact: String
      switch refusal {
      case .structure, .appleOptimised, .tooLarge, .noDrawings, .drawing: return nil
      case .memory, .decoder: fact = refusal.description
      case .reading(let sentence): fact = "does not decode: \(sentence)"
      }
      return Fact(fact, remedy: "Export the icon again from its source.")
    },
    Check(
      "too-many-pixels", .error, placing: .refused,
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

  /// Whether a set has it under a JPEG's name.
  private static func isNamedJPEG(_ image: IconImage) -> Bool {
    image.type == .jpeg && image.place != .anywhere
      && ["jpg", "jpeg"].contains((image.path as NSString).pathExtension.lowercased())
  }

  private static func fact(of type: FileType) -> String {
    switch type {
    case .empty: "is empty; 0 bytes are not a PNG"
    case .unknown: "is of no known picture type; an app icon must be PNG"
    case .lfsPointer: "is a Git LFS pointer; the picture itself is not here"
    default: "is \(type.rawValue) by its first bytes; an app icon must be PNG"
    }
  }

  /// The rules about pictures that App Store Connect refuses.
  static let upload: [Check<IconImage>] = [
    Check(
      "size", .error, placing: .reduced, prevents: "ITMS-90704",
      """
      The picture must have exactly the pixels of its slot: 1024×1024 for the single icon of iOS and \
      watchOS, size × scale for a legacy slot. actool warns '… is W×H but should be 1024x1024', then finds \
      no applicable content, and the upload lacks an icon.
      """
    ) { image in
      guard let wanted = image.role.size, let stated = image.stated else { return nil }
      if stated == (wanted.width, wanted.height) { return nil }
      return Fact(
        "is \(stated.width)×\(stated.height) pixels; its slot needs \(wanted)",
        placing: image, otherwise: "Export the picture at \(wanted) pixels.",
        prevents: image.role.isLarge ? nil : "actool: did not have any applicable content")
    },
    Check(
      "alpha-channel", .error, placing: .flattened, prevents: "ITMS-90717",
      """
      The picture of 1024×1024 pixels that the App Store itself takes, the default one of an app's icon, \
      must not be translucent: 'The large app icon in the asset catalog can't be transparent or contain an \
      alpha channel'. A channel that is opaque everywhere is a warning: many apps shipped with one, as Xcode's \
      compiler may drop it, and three were reported to be refused in April and May 2026, after build and signing \
      had succeeded. So is a template, one colour and transparency, which apps and extensions have for other ends. \
      Smaller sizes of iOS, dark and tinted icons, macOS icons and the icons of extensions may have one. Of a watch \
      app smaller sizes were refused too (ITMS-90396), 24×24@2x and 29×29@3x; where such a channel is opaque \
      everywhere it is a note, as apps shipped with one.
      """
    ) { image in
      guard image.role.isForStore, image.role.isOpaque, let header = image.header,
        header.hasAlphaChannel
      else { return nil }
      if image.pixels?.isStencil == true {
        return Fact(
          "is a template, one colour with transparency around it; the store refuses one as an app's icon",
          remedy: "Leave it if it is not an app's icon; otherwise export the icon with its "
            + "background.",
          prevents: image.role.alphaCode, severity: .warning)
      }
      let type = header.colorType == 6 ? "RGB" : "grey"
      let isUnused = image.pixels?.translucentCount == 0
      return Fact(
        "has an alpha channel (colour type \(header.colorType), \(type) with alpha)\(use(image.pixels))",
        placing: image, why: isUnused ? opaqueChannel(image.role) : "",
        otherwise: "Export it again without an alpha channel.", prevents: image.role.alphaCode,
        severity: alphaSeverity(image))
    },
    Check(
      "transparency-chunk", .error, placing: .flattened, prevents: "ITMS-90717",
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
        otherwise: "Export it again without transparency.", prevents: image.role.alphaCode,
        severity: alphaSeverity(image))
    },
    Check(
      "animated", .error, placing: .rewritten, prevents: "ITMS-90005",
      "The file is an animated PNG (an acTL chunk). App icons do not move; only its first frame is one."
    ) { image in
      guard image.structure?.contains("acTL") == true else { return nil }
      return Fact(
        "is an animated PNG (acTL chunk)", placing: image,
        otherwise: "Export it again as a still picture.")
    },
  ]

  /// Less than an error if every pixel is opaque, or none was read (decision 0414).
  private static func alphaSeverity(_ image: IconImage) -> Severity? {
    if case .refused = image.decoding { return nil }
    if (image.pixels?.translucentCount ?? 0) > 0 { return nil }
    return image.role.platform == .watchOS && !image.role.isLarge ? .note : .warning
  }

  private static func use(_ pixels: PixelFacts?) -> String {
    guard let pixels else { return "" }
    switch pixels.translucentCount {
    case 0: return ", opaque in every pixel"
    case 1: return "; 1 pixel is not opaque"
    case let count: return "; \(count) pixels are not opaque"
    }
  }

  /// Without quotation marks or brackets, so that a shell accepts it with the command below it.
  private static func opaqueChannel(_ role: IconRole) -> String {
    role.platform == .watchOS
      ? "Some watch apps shipped with an opaque channel; others were refused with \(role.alphaCode):"
      : "Many apps shipped with an opaque channel; three were refused with \(role.alphaCode) in spring 2026:"
  }

  /// The rules about how samples are stored.
  static let form: [Check<IconImage>] = [
    Check(
      "bit-depth", .warning, placing: .rewritten,
      prevents: "pngcrush: Input PNG does not have an 8 bit input depth",
      """
      Icons have 8 bits a channel. 16 bits are legal for Display P3, but older Xcode versions complain and \
      nothing on the Home Screen shows the difference; fewer than 8 come from palettes and black-and-white \
      exports.
      """
    ) { image in
      guard let depth = image.header?.bitDepth, depth != 8 else { return nil }
      return Fact(
        "has \(depth) bits per sample; icons have 8", placing: image, otherwise: inRGB)
    },
    Check(
      "palette", .warning, placing: .rewritten,
      """
      The pixels are indices into a palette of at most 256 colours, usually the work of a size optimiser. \
      Smooth gradients show bands; RGB is what Apple's templates are.
      """
    ) { image in
      guard let header = image.header, header.isIndexed else { return nil }
      return Fact(
        "uses a palette of \(image.structure?.paletteCount ?? 0) colours; icons are RGB",
        placing: image, otherwise: inRGB)
    },
    Check(
      "grey-colour-type", .warning, placing: .rewritten,
      """
      The file has one grey channel. For the default icon that is nearly always an export mistake; a \
      tinted icon should be grey, but stored as RGB with three equal channels, because App Store Connect \
      has been seen to show grey files wrongly.
      """
    ) { image in
      guard let header = image.header, header.isGrey else { return nil }
      return Fact(
        "has one grey channel (colour type \(header.colorType)); icons are RGB",
        placing: image, otherwise: inRGB,
        severity: image.role.appearance == .tinted || image.pixels?.isStencil == true ? .note : nil)
    },
    Check(
      "interlaced", .warning, placing: .rewritten,
      """
      The rows are stored in Adam7's seven passes, which suits slow web pages. Icon tools gain nothing by \
      it, some refuse it, and the file is larger.
      """
    ) { image in
      guard image.header?.isInterlaced == true else { return nil }
      return Fact("is interlaced (Adam7); icons are not", placing: image, otherwise: inRGB)
    },
  ]

  private static let inRGB = "Export it again with 8-bit RGB samples, not interlaced."

  /// The rules about the meaning of the samples, and the orientation.
  static let colour: [Check<IconImage>] = [
    Check(
      "colour-profile", .warning, placing: .rewritten,
      """
      Icons are sRGB, Display P3 or Gray Gamma 2.2 (Human Interface Guidelines). Any other profile is \
      converted somewhere on the way, and not always the same way on the Home Screen and in the store.
      """
    ) { image in
      guard let found = unexpected(image.colour) else { return nil }
      return Fact("\(found); icons are sRGB or Display P3", placing: image, otherwise: inSRGB)
    },
    Check(
      "gamma", .warning, placing: .rewritten,
      """
      A gAMA chunk stands alone and is not that of sRGB. Programs differ in whether they heed it; icons \
      have been shown darker in the store than on the device for this reason.
      """
    ) { image in
      // 45,455 is 1 ÷ 2.2, the value that goes with sRGB (PNG third edition, 11.3.2.5).
      guard case .gamma(let value) = image.colour, abs(value - 45_455) > 100 else { return nil }
      return Fact(
        "has a gAMA of \(value) without an sRGB chunk; sRGB's is 45455",
        placing: image, otherwise: inSRGB)
    },
    Check(
      "exif-orientation", .warning, placing: .rewritten,
      """
      An eXIf chunk says that the picture is to be turned or mirrored. Viewers do it, icon tools do not, so \
      what you see is not what ships.
      """
    ) { image in
      guard let orientation = image.orientation, orientation != 1 else { return nil }
      return Fact(
        "says EXIF orientation \(orientation); icon tools show the pixels as stored, which is 1",
        placing: image, otherwise: "Turn the picture upright and export it again.")
    },
  ]

  private static let inSRGB =
    "Convert the picture to sRGB in the program that made it and export it again."

  private static func unexpected(_ colour: PNGColour) -> String? {
    switch colour {
    case .brokenProfile: "has an iCCP chunk that holds no colour profile"
    case .profile(.other(let space)): "has a profile of another \(space) space than those"
    case .codes(let primaries, let transfer) where !colour.converts:
      "has a cICP chunk with primaries \(primaries) and transfer \(transfer)"
    default: nil
    }
  }

  /// The rules about a picture's contents.
  static let looks: [Check<IconImage>] = [
    Check(
      "rounded-corners", .warning, placing: .accepted,
      """
      All four corners are cut round already. The system masks the square itself, with another curve, so a \
      rim of the corner colour shows.
      """
    ) { image in
      guard image.role.platform != .macOS, image.pixels?.hasRoundedCorners == true else {
        return nil
      }
      return Fact(
        "has round corners baked in; the system rounds the full square itself",
        remedy: "Export the icon as a full square, without mask, border or shadow.")
    },
    Check(
      "one-colour", .warning, placing: .accepted,
      "Every pixel is the same: a placeholder, or an export with all layers hidden."
    ) { image in
      guard image.pixels?.isOneColour == true else { return nil }
      return Fact("shows one colour and nothing else", remedy: "Replace it with the real icon.")
    },
    Check(
      "tinted-in-colour", .warning, placing: .accepted,
      """
      The system lays the user's tint over a grey picture. Colours in it are turned to grey first, and \
      shapes that differ only in hue disappear.
      """
    ) { image in
      // Three equal channels after an 8-bit conversion can differ by rounding: 2 of 255, our choice.
      guard image.role.appearance == .tinted, let tint = image.pixels?.largestTint, tint > 2 else {
        return nil
      }
      return Fact(
        "is the tinted icon but not grey: channels differ by up to \(tint) of 255",
        remedy: "Make it grey, for example with 'icon place' and --make-tinted.")
    },
    Check(
      "mac-opaque", .warning, placing: .accepted,
      """
      Before version 26 macOS does not mask icons: the rounded shape and its shadow are part of the picture, around it \
      there is transparency. An opaque icon shows as a bare square in the Dock there. macOS 26 masks a full square, and \
      lays an icon of another shape than its own on a grey tile.
      """
    ) { image in
      guard image.role.platform == .macOS, image.role.isShown, image.pixels?.lowestAlpha == 255
      else { return nil }
      return Fact(
        "is a macOS icon without a transparent pixel; macOS before 26 does not mask icons",
        remedy:
          "Export it with its rounded shape on a transparent background, unless the app needs macOS 26."
      )
    },
  ]

  /// The rules about superfluous data, and possible improvements.
  static let extras: [Check<IconImage>] = [
    Check(
      "chunk-checksum", .warning, placing: .rewritten,
      """
      The checksum of a chunk that readers may skip is wrong. Pictures still decode, but the file was \
      damaged or edited by a program that makes mistakes.
      """
    ) { image in
      guard let problem = image.structure?.problems.first(where: \.isForgivable) else { return nil }
      return Fact(problem.description, placing: image, otherwise: alone)
    },
    Check(
      "trailing-bytes", .warning, placing: .rewritten,
      """
      Bytes follow the end of the picture. They do nothing for the icon and are shipped with the sources; \
      sometimes they are another file.
      """
    ) { image in
      guard let count = image.structure?.trailingByteCount, count > 0 else { return nil }
      return Fact(
        "has \(count) bytes behind its IEND chunk; 0 belong there", placing: image,
        otherwise: alone)
    },
    Check(
      "file-extension", .warning, placing: .accepted,
      """
      The bytes are a PNG but the name does not end in .png. Xcode chooses its tool by the extension, so \
      the picture may be skipped or copied untouched.
      """
    ) { image in
      let found = (image.path as NSString).pathExtension
      guard image.type == .png, found.lowercased() != "png" else { return nil }
      let name = found.isEmpty ? "has no extension" : "has the extension .\(found)"
      return Fact("is a PNG but \(name)", remedy: "Rename it so that it ends in .png.")
    },
    Check(
      "untagged", .note, placing: .rewritten,
      """
      Nothing says what the numbers mean as colours. They are taken for sRGB, which is usually right; an \
      sRGB chunk of 13 bytes makes it certain.
      """
    ) { image in
      guard image.header != nil, image.colour == .untagged else { return nil }
      return Fact(
        "has no colour chunk (sRGB, iCCP, gAMA)", placing: image, otherwise: alone)
    },
    Check(
      "metadata", .note, placing: .rewritten,
      """
      Text, dates and EXIF say when, where and with which program the icon was made. None of it is needed, \
      and it ends up in a public bundle.
      """
    ) { image in
      let kinds = ["tEXt", "zTXt", "iTXt", "eXIf", "tIME"]
      let chunks = image.structure?.chunks.filter { kinds.contains($0.type) } ?? []
      guard !chunks.isEmpty else { return nil }
      let bytes = chunks.reduce(0) { $0 + $1.length }
      let found = kinds.filter { kind in chunks.contains { $0.type == kind } }.joined(
        separator: ", ")
      return Fact(
        "carries \(bytes) bytes of metadata (\(found))", placing: image, otherwise: alone)
    },
    Check(
      "provenance", .note, placing: .rewritten,
      """
      A caBX chunk holds C2PA provenance data, as picture generators and newer editors add it: often 50 kB \
      that no icon needs, and the prompt's tool by name.
      """
    ) { image in
      guard let chunk = image.structure?.first("caBX") else { return nil }
      return Fact(
        "carries \(chunk.length) bytes of C2PA provenance (caBX chunk)",
        placing: image, otherwise: alone)
    },
    Check(
      "translucent-pixels", .note, placing: .accepted,
      """
      Some pixels of an icon that is not the App Store's own picture let through what is behind it. The \
      system shows black there, or white. Templates of action extensions are made like that.
      """
    ) { image in
      guard image.role.isOpaque, !image.role.isForStore, let count = image.pixels?.translucentCount,
        count > 0
      else { return nil }
      return Fact(
        "has pixels that are not opaque (\(count))", placing: image,
        otherwise: "Export it again without transparency, unless it is a template.")
    },
    Check(
      "dark-opaque", .note, placing: .accepted,
      """
      Apple asks for the dark icon with a transparent background, so that the system's own dark gradient \
      shows behind it. An opaque one is allowed and covers that gradient.
      """
    ) { image in
      guard image.role.appearance == .dark, image.pixels?.lowestAlpha == 255 else { return nil }
      return Fact(
        "is the dark icon and opaque everywhere; Apple recommends a transparent background",
        remedy: "Export the dark icon without its background.")
    },
  ]

  private static let alone = "Export it again, tagged as sRGB and without metadata."
}
