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

  /// The profile's own name, or `nil` when it has none that can be read.
  var name: String? {
    guard let offset = tag("desc") else { return nil }
    let text = view.hasText("mluc", at: offset) ? localised(at: offset) : plain(at: offset)
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The offset of a tag's data.
  func tag(_ signature: String) -> Int? {
    let count = min(view.u32(at: 128) ?? 0, 100)
    let entry = (0..<count).map { 132 + 12 * $0 }.first { view.hasText(signature, at: $0) }
    return entry.flatMap { view.u32(at: $0 + 4) }
  }

  /// A `desc` text of version 2: its length, with an ending zero, stands at byte 8.
  private func plain(at offset: Int) -> String? {
    guard let length = view.u32(at: offset + 8), (1...200).contains(length) else { return nil }
    return view.text(at: offset + 12, length: length - 1)
  }

  /// The first text of an `mluc`: UTF-16, its length and offset at bytes 20 and 24.
  private func localised(at offset: Int) -> String? {
    guard let length = view.u32(at: offset + 20), let start = view.u32(at: offset + 24),
      (2...400).contains(length)
    else { return nil }
    let units = stride(from: 0, to: length, by: 2).compactMap {
      view.u16(at: offset + start + $0).map { UInt16($0) }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
