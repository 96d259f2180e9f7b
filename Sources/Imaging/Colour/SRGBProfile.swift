/// The sRGB profile that every JPEG of ours carries: an ICC version 4 display profile.
///
/// Written from its numbers because the one inside libvips has 6.9 KB; this one has under 500
/// bytes, and a curve by formula instead of a table.
enum SRGBProfile {
  /// The profile's bytes.
  static let bytes = DisplayProfile(name: "sRGB", primaries: units, curve: curve).bytes

  /// X, Y and Z of red, green and blue under D50, in units of 1/65536: ICC's sRGB profile of 2014.
  private static let units: [[Int32]] = [
    [28578, 14581, 912], [25241, 46981, 6362], [9376, 3972, 46799],
  ]

  /// X, Y and Z of red, green and blue under D50.
  static let primaries = units.map { $0.map { Double($0) / 65536 } }

  /// IEC 61966-2-1 as parametric curve of type 3: 2.4, 1 ÷ 1.055, 0.055 ÷ 1.055, 1 ÷ 12.92, 0.04045.
  static let curve: [UInt8] =
    Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
    + [157286, 62119, 3417, 5072, 2651].flatMap(DisplayProfile.big)

  /// Red, green and blue from X, Y and Z under D50: the inverse of the matrix of ICC's profile.
  static let fromXYZ: [[Double]] = [
    [3.134112, -1.617392, -0.490633],
    [-0.978787, 1.916280, 0.033455],
    [0.071983, -0.228986, 1.405385],
  ]
}
