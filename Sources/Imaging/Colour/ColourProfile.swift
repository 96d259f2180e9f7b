import Foundation

/// The contents of an embedded ICC profile: ICC.1:2022, section 7.
struct ColourProfile {
  let view: ByteView

  /// Reads a profile; `nil` for other bytes.
  init?(_ bytes: [UInt8]) {
    view = ByteView(bytes)
    // 128 bytes of header and the tag count; the signature is at byte 36.
    guard bytes.count >= 132, view.hasText("acsp", at: 36) else { return nil }
  }

  /// The colour space of the pixels, such as `RGB`, `GRAY`, `CMYK` or `Lab`.
  var space: String {
    (view.text(at: 16, length: 4) ?? "").trimmingCharacters(in: .whitespaces)
  }

  /// The number of bands of the space, or `nil` for spaces that photos do not use, and for CIELAB, which needs no
  /// profile.
  var bandCount: Int? { ["GRAY": 1, "RGB": 3, "CMYK": 4][space] }

  /// The offset of a tag's data.
  func tag(_ signature: String) -> Int? {
    entry(signature).flatMap { view.u32(at: $0 + 4) }
  }

  /// A tag's data.
  func tagBytes(_ signature: String) -> [UInt8]? {
    guard let entry = entry(signature), let place = view.u32(at: entry + 4),
      let length = view.u32(at: entry + 8)
    else { return nil }
    return Array(view.bytes(at: place, length: length))
  }

  /// The offset of a tag's signature, offset and length.
  private func entry(_ signature: String) -> Int? {
    let count = min(view.u32(at: 128) ?? 0, 100)
    return (0..<count).map { 132 + 12 * $0 }.first { view.hasText(signature, at: $0) }
  }

  /// A signed number of 16 bits before and 16 bits after the point.
  func fixed(at offset: Int) -> Double? {
    view.u32(at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
  }

  /// Whether X, Y and Z of red, green and blue, under D50, equal these within a tolerance.
  func hasPrimaries(_ wanted: [[Double]], within tolerance: Double) -> Bool {
    wanted.count == 3
      && zip(["rXYZ", "gXYZ", "bXYZ"], wanted).allSatisfy { signature, xyz in
        guard let offset = tag(signature) else { return false }
        return xyz.enumerated().allSatisfy { index, value in
          fixed(at: offset + 8 + 4 * index).map { abs($0 - value) < tolerance } ?? false
        }
      }
  }
}
