import Testing

@testable import Imaging

/// Profiles put into JPEG files of ours.
enum JPEGProfile {
  /// Display P3: sRGB's curve with primaries adapted to D50 (SMPTE EG 432-1).
  static func displayP3() throws -> [UInt8] {
    try matrix([[0.5151, 0.2412, -0.0011], [0.2919, 0.6922, 0.0419], [0.1572, 0.0666, 0.7841]])
  }

  /// sRGB's curve with X, Y and Z of red, green and blue, in units of 1/65536.
  static func matrix(_ primaries: [[Double]]) throws -> [UInt8] {
    var bytes = SRGBProfile.bytes
    let profile = try #require(ColourProfile(bytes))
    for (tag, xyz) in zip(["rXYZ", "gXYZ", "bXYZ"], primaries) {
      let offset = try #require(profile.tag(tag)) + 8
      let numbers = xyz.map { Int32(($0 * 65536).rounded()) }
      bytes.replaceSubrange(
        offset..<offset + 12,
        with: numbers.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) })
    }
    return bytes
  }

  /// A JPEG with a profile: in place of the one of ours it has, or as its first segment.
  static func added(to jpeg: [UInt8], _ profile: [UInt8]) -> [UInt8] {
    let mark = Array("ICC_PROFILE\0".utf8) + [1, 1]
    let own = SRGBProfile.bytes.count
    let start = (0..<jpeg.count - mark.count).first {
      jpeg[$0..<$0 + mark.count].elementsEqual(mark)
    }
    var bytes = jpeg
    if let start, profile.count == own {
      bytes.replaceSubrange(start + mark.count..<start + mark.count + own, with: profile)
    } else {
      let length = 2 + mark.count + profile.count
      let head: [UInt8] = [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)]
      bytes.insert(contentsOf: head + mark + profile, at: 2)
    }
    return bytes
  }
}
