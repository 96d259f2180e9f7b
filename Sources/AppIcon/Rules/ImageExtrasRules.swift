import Foundation
import Imaging

extension IconRules {
  /// The rules about what may be left out, or could be better.
  static let extras: [Check<IconImage>] = [
    Check(
      "chunk-checksum", .warning,
      """
      The checksum of a chunk that readers may skip is wrong. Pictures still decode, but the file was \
      damaged or edited by a program that makes mistakes.
      """
    ) { image in
      guard let problem = image.structure?.problems.first(where: \.isForgivable) else { return nil }
      return Fact(
        problem.description, placing: image,
        otherwise: "Export it again, tagged as sRGB and without metadata.")
    },
    Check(
      "trailing-bytes", .warning,
      """
      Bytes follow the end of the picture. They do nothing for the icon and are shipped with the sources; \
      sometimes they are another file.
      """
    ) { image in
      guard let count = image.structure?.trailingByteCount, count > 0 else { return nil }
      return Fact(
        "has \(count) bytes behind its IEND chunk; 0 belong there", placing: image,
        otherwise: "Export it again, tagged as sRGB and without metadata.")
    },
    Check(
      "file-extension", .warning,
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
      "untagged", .note,
      """
      Nothing says what the numbers mean as colours. They are taken for sRGB, which is usually right; an \
      sRGB chunk of 13 bytes makes it certain.
      """
    ) { image in
      guard image.header != nil, image.colour == .untagged else { return nil }
      return Fact(
        "has no colour chunk (sRGB, iCCP, gAMA)", placing: image,
        otherwise: "Export it again, tagged as sRGB and without metadata.")
    },
    Check(
      "metadata", .note,
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
        "carries \(bytes) bytes of metadata (\(found))", placing: image,
        otherwise: "Export it again, tagged as sRGB and without metadata.")
    },
    Check(
      "provenance", .note,
      """
      A caBX chunk holds C2PA provenance data, as picture generators and newer editors add it: often 50 kB \
      that no icon needs, and the prompt's tool by name.
      """
    ) { image in
      guard let chunk = image.structure?.first("caBX") else { return nil }
      return Fact(
        "carries \(chunk.length) bytes of C2PA provenance (caBX chunk)",
        placing: image, otherwise: "Export it again, tagged as sRGB and without metadata.")
    },
    Check(
      "translucent-pixels", .note,
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
      "dark-opaque", .note,
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
}
