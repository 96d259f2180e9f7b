import CJPEG

/// The additions that make a bare JPEG stream a file that every reader shows in the same colours.
enum JPEGFile {
  /// Returns the stream with a JFIF header and the sRGB profile after its first marker.
  ///
  /// libvips 8.14 leaves both out when it leaves the metadata out.
  static func tagged(_ stream: [UInt8]) -> [UInt8] {
    Array(stream.prefix(2)) + jfif + profile + stream.dropFirst(2)
  }

  /// Returns the stream with only a JFIF header, for samples that are not colours.
  static func untagged(_ stream: [UInt8]) -> [UInt8] {
    Array(stream.prefix(2)) + jfif + stream.dropFirst(2)
  }

  /// Returns a file of ours with more segments after its JFIF header.
  static func adding(_ segments: [UInt8], to file: [UInt8]) -> [UInt8] {
    Array(file.prefix(headLength)) + segments + file.dropFirst(headLength)
  }

  /// The bytes of the first marker and the JFIF header.
  static let headLength = 2 + jfif.count

  /// JFIF 1.01 without units or thumbnail, pixels square: JFIF 1.02, page 5.
  private static let jfif = segment(
    0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  /// The profile in a single piece: ICC.1:2022 annex B.4.
  private static let profile = segment(0xE2, piece(of: SRGBProfile.bytes))

  /// The contents of a segment with a whole profile.
  static func piece(of profile: [UInt8]) -> [UInt8] {
    Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
  }

  /// A segment of at most 65,533 bytes.
  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }
}

extension PlanarPicture {
  /// Encodes as baseline JPEG with halved chroma and the standard's tables, without any metadata.
  ///
  /// The picture must be ``encodable()``: its planes are encoded unchanged; with `isGrey` only the first one.
  func encodedJPEG(quality: Int, isGrey: Bool = false) throws(PixelFailure) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    defer { cjpeg_free(file) }
    let planes = bands.map(\.plane)
    try planes.withSamples { (samples) throws(PixelFailure) in
      _ = try JPEGLayout.calling { message in
        cjpeg_encode(
          samples.map { UnsafePointer($0) }, planes.map(\.stride), Int32(size.width),
          Int32(size.height), isGrey ? CJPEG_GREY : colours == .ycc ? CJPEG_YCC : CJPEG_RGB,
          Int32(quality), &file, &count, message)
      }
    }
    return Array(UnsafeBufferPointer(start: file, count: count))
  }

  /// The picture in a form for the encoder: red, green and blue, or chroma halved both ways.
  func encodable() throws(PixelFailure) -> PlanarPicture {
    if colours == .rgb || hasHalvedChroma { return self }
    return try resampled(
      SampleRect(covering: size), to: size, chroma: .halved, kernels: .average)
  }
}
