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
    ].map { $0.map { Int32(($0 * 65536).rounded()) } },
    // A curve of one number is an exponent, in units of 1/256.
    curve: Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 2, 51, 0, 0]
  ).bytes
}
