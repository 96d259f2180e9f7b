import Foundation

/// What an embedded ICC profile says about itself: ICC.1:2022, section 7.
struct ColourProfile {
  let view: ByteView

  /// Reads a profile; `nil` when the bytes are none.
  init?(_ bytes: [UInt8]) {
    view = ByteView(bytes)
    // 128 bytes of header and the tag count; the signature stands at byte 36.
    guard bytes.count >= 132, view.hasText("acsp", at: 36) else { return nil }
  }

  /// The colour space of the pixels, such as `RGB`, `GRAY`, `CMYK` or `Lab`.
  var space: String {
    (view.text(at: 16, length: 4) ?? "").trimmingCharacters(in: .whitespaces)
  }

  /// The number of bands that the space has, or `nil` for spaces that photos are not kept in, and for
  /// CIELAB, which needs no profile.
  var bandCount: Int? { ["GRAY": 1, "RGB": 3, "CMYK": 4][space] }

  /// The offset of a tag's data.
  func tag(_ signature: String) -> Int? {
    let count = min(view.u32(at: 128) ?? 0, 100)
    let entry = (0..<count).map { 132 + 12 * $0 }.first { view.hasText(signature, at: $0) }
    return entry.flatMap { view.u32(at: $0 + 4) }
  }
}
