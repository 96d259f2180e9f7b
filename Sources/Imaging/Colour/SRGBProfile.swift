/// The sRGB profile that every JPEG of ours carries: an ICC version 4 display profile.
///
/// Written from its numbers because the one inside libvips has 6.9 KB; this one has under 500
/// bytes, and a curve by formula instead of a table. The same bytes every time.
enum SRGBProfile {
  /// The profile's bytes.
  static let bytes: [UInt8] = header(size: 132 + index.count + data.count) + index + data

  /// Tag data in file order.
  ///
  /// Text, D50, the D65 → D50 adaptation, primaries and curve are those of
  /// ICC's sRGB profile of 2014 and IEC 61966-2-1, in units of 1/65536.
  private static let tags: [(signatures: [String], data: [UInt8])] = [
    (["desc"], text("sRGB")),
    (["cprt"], text("CC0")),
    (["wtpt"], numbers("XYZ ", whitePoint)),
    (["chad"], numbers("sf32", [68674, 1502, -3291, 1939, 64912, -1119, -606, 988, 49262])),
    (["rXYZ"], numbers("XYZ ", [28578, 14581, 912])),
    (["gXYZ"], numbers("XYZ ", [25241, 46981, 6362])),
    (["bXYZ"], numbers("XYZ ", [9376, 3972, 46799])),
    (["rTRC", "gTRC", "bTRC"], curve),
  ]

  /// D50, the white of the profile connection space.
  private static let whitePoint: [Int32] = [63190, 65536, 54061]

  /// D50 as X, Y and Z.
  static let white = whitePoint.map { Double($0) / 65536 }

  /// Red, green and blue from X, Y and Z under D50: the inverse of the matrix of ICC's profile.
  static let fromXYZ: [[Double]] = [
    [3.134112, -1.617392, -0.490633],
    [-0.978787, 1.916280, 0.033455],
    [0.071983, -0.228986, 1.405385],
  ]

  /// Parametric curve of type 3: 2.4, 1 ÷ 1.055, 0.055 ÷ 1.055, 1 ÷ 12.92, 0.04045.
  private static let curve: [UInt8] =
    Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
    + [157286, 62119, 3417, 5072, 2651].flatMap(big)

  private static let data: [UInt8] = tags.flatMap(\.data)

  private static let index: [UInt8] = {
    let entryCount = tags.map(\.signatures.count).reduce(0, +)
    var offset = Int32(132 + 12 * entryCount)
    var entries: [UInt8] = []
    for tag in tags {
      for signature in tag.signatures {
        entries += Array(signature.utf8) + big(offset) + big(Int32(tag.data.count))
      }
      offset += Int32(tag.data.count)
    }
    return entries
  }()

  /// ICC.1:2022 section 7.2, and the number of tags after it.
  ///
  /// The date is the profile's own: fixed.
  private static func header(size: Int) -> [UInt8] {
    let before = big(Int32(size)) + big(0) + big(0x0420_0000) + Array("mntrRGB XYZ ".utf8)
    let date: [UInt8] = [7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    let signature = Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    let after = whitePoint.flatMap(big) + [UInt8](repeating: 0, count: 48)
    return before + date + signature + after + big(Int32(tags.map(\.signatures.count).reduce(0, +)))
  }

  private static func numbers(_ type: String, _ values: [Int32]) -> [UInt8] {
    Array(type.utf8) + big(0) + values.flatMap(big)
  }

  /// A text in one language, padded to whole words of 4 bytes.
  private static func text(_ text: String) -> [UInt8] {
    let characters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let padding = [UInt8](repeating: 0, count: (4 - characters.count % 4) % 4)
    return Array("mluc".utf8) + big(0) + big(1) + big(12) + Array("enUS".utf8)
      + big(Int32(characters.count)) + big(28) + characters + padding
  }

  private static func big(_ value: Int32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
