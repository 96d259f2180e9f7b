/// An ICC version 4 profile of an RGB or grey space with one curve, written from its numbers.
///
/// The same bytes every time.
struct DisplayProfile {
  let name: String
  /// X, Y and Z of red, green and blue, adapted to D50, in units of 1/65536.
  let primaries: [[Int]]
  /// The curve's data: ICC.1:2022, 10.6 or 10.18, whole words of 4 bytes.
  let curve: [UInt8]
  /// Whether pictures have one band, which all three primaries follow.
  var isGrey = false
  /// Further tags, each of whole words of 4 bytes.
  var others: [(signature: String, data: [UInt8])] = []

  var bytes: [UInt8] {
    let data = tags.flatMap(\.data)
    return header(size: 132 + index.count + data.count) + index + data
  }

  /// D50, the white of the profile connection space.
  private static let whitePoint: [Int] = [63190, 65536, 54061]

  /// D50 as X, Y and Z.
  static let white = whitePoint.map { Double($0) / 65536 }

  /// Tag data in file order.
  ///
  /// D50 and the D65 → D50 adaptation are those of ICC's sRGB profile of 2014, in units of 1/65536.
  private var tags: [(signatures: [String], data: [UInt8])] {
    [
      (["desc"], Self.text(name)),
      (["cprt"], Self.text("CC0")),
      (["wtpt"], Self.numbers("XYZ ", Self.whitePoint)),
      (
        ["chad"],
        Self.numbers("sf32", [68674, 1502, -3291, 1939, 64912, -1119, -606, 988, 49262])
      ),
    ] + (isGrey ? [(["kTRC"], curve)] : colourTags) + others.map { ([$0.signature], $0.data) }
  }

  private var colourTags: [(signatures: [String], data: [UInt8])] {
    zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { ([$0], Self.numbers("XYZ ", $1)) }
      + [(["rTRC", "gTRC", "bTRC"], curve)]
  }

  private var signatureCount: Int { tags.map(\.signatures.count).reduce(0, +) }

  private var index: [UInt8] {
    var offset = 132 + 12 * signatureCount
    var entries: [UInt8] = []
    for tag in tags {
      for signature in tag.signatures {
        entries += Array(signature.utf8) + Self.words([offset, tag.data.count])
      }
      offset += tag.data.count
    }
    return entries
  }

  /// ICC.1:2022 section 7.2, and the number of tags after it.
  ///
  /// The date is the profile's own: fixed.
  private func header(size: Int) -> [UInt8] {
    let before =
      Self.words([size, 0, 0x0420_0000])
      + Array("mntr\(isGrey ? "GRAY" : "RGB ")XYZ ".utf8)
    let date: [UInt8] = [7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    let signature = Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    let after = Self.words(Self.whitePoint) + [UInt8](repeating: 0, count: 48)
    return before + date + signature + after + Self.words([signatureCount])
  }

  static func numbers(_ type: String, _ values: [Int]) -> [UInt8] {
    Array(type.utf8) + words([0] + values)
  }

  private static func words(_ values: [Int]) -> [UInt8] {
    values.flatMap { $0.bigEndian(bytes: 4) }
  }

  /// A text in one language, padded to whole words of 4 bytes.
  private static func text(_ text: String) -> [UInt8] {
    let characters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let padding = [UInt8](repeating: 0, count: (4 - characters.count % 4) % 4)
    return numbers("mluc", [1, 12]) + Array("enUS".utf8) + words([characters.count, 28])
      + characters + padding
  }
}

/// The sRGB profile that every JPEG of ours carries: an ICC version 4 display profile.
///
/// Written from its numbers because the one inside libvips has 6.9 KB; this one has under 500
/// bytes, and a curve by formula instead of a table.
enum SRGBProfile {
  static let bytes = DisplayProfile(name: "sRGB", primaries: units, curve: curve).bytes

  /// X, Y and Z of red, green and blue under D50, in units of 1/65536: ICC's sRGB profile of 2014.
  static let units: [[Int]] = [
    [28578, 14581, 912], [25241, 46981, 6362], [9376, 3972, 46799],
  ]

  /// X, Y and Z of red, green and blue under D50.
  static let primaries = units.map { $0.map { Double($0) / 65536 } }

  /// IEC 61966-2-1 as parametric curve of type 3: 2.4, 1 ÷ 1.055, 0.055 ÷ 1.055, 1 ÷ 12.92, 0.04045.
  static let curve = DisplayProfile.numbers(
    "para", [3 << 16, 157286, 62119, 3417, 5072, 2651])

  /// Red, green and blue from X, Y and Z under D50: the inverse of the matrix of ICC's profile.
  static let fromXYZ: [[Double]] = [
    [3.134112, -1.617392, -0.490633],
    [-0.978787, 1.916280, 0.033455],
    [0.071983, -0.228986, 1.405385],
  ]
}

/// Adobe RGB (1998), for photos whose camera states it without a profile: decision 0227.
enum AdobeRGBProfile {
  /// The profile's bytes.
  ///
  /// Primaries adapted to D50 and the exponent of 563/256 are those of Adobe RGB (1998) Color Image
  /// Encoding, 4.3.
  static let bytes = DisplayProfile(
    name: "Adobe RGB (1998)",
    primaries: [
      [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
    ].map { $0.map { Int(($0 * 65536).rounded()) } },
    // A curve of one number is an exponent, in units of 1/256.
    curve: Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 2, 51, 0, 0]
  ).bytes
}

/// The colour space of phones' photos: SMPTE EG 432-1's primaries, IEC 61966-2-1's curve.
enum DisplayP3 {
  /// Our own profile, from the space's numbers: H.273's code points 12 and 13.
  static let bytes = StatedColours(primaries: 12, transfer: 13, video: .sRGB).profile() ?? []

  /// X, Y and Z of red, green and blue, under D50.
  static let primaries =
    Chromaticities.p3(white: [0.3127, 0.3290]).toD50?.columns.map { [$0.x, $0.y, $0.z] } ?? []
}

extension ColourProfile {
  /// Whether the profile's primaries are those of Display P3, to 0.002 as for sRGB.
  var isDisplayP3: Bool { space == "RGB" && hasPrimaries(DisplayP3.primaries, within: 0.002) }
}
