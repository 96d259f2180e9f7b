import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("Colour") struct ColourTests {
  private func pixels(
    of bytes: [UInt8], background: RGBColour = .white
  ) throws -> [UInt8] {
    try PhotoSource(bytes: bytes, name: "colour").decode(atLeast: 1, background: background).rgb()
  }

  @Test func `plain RGB is kept to the last bit`() throws {
    let samples: [UInt8] = [0, 1, 2, 127, 128, 129, 253, 254, 255, 10, 200, 30]
    #expect(try pixels(of: TestPNG(width: 2, height: 2, samples: samples).bytes) == samples)
  }

  @Test func `grey becomes three equal bands`() throws {
    let grey = TestPNG(width: 3, height: 1, kind: .grey, samples: [0, 100, 255]).bytes
    #expect(try pixels(of: grey) == [0, 0, 0, 100, 100, 100, 255, 255, 255])
  }

  @Test func `16-bit samples become 8-bit by their high byte`() throws {
    let samples: [UInt8] = [0x12, 0x34, 0x80, 0x00, 0xFF, 0xFF]
    let png = TestPNG(width: 1, height: 1, bitDepth: 16, samples: samples).bytes
    #expect(largestDifference(try pixels(of: png), [0x12, 0x80, 0xFF]) <= 1)
  }

  @Test func `alpha is blended on the background in sRGB`() throws {
    // Opaque, half and fully transparent red on blue: c · a + b · (1 − a) of the stored numbers.
    let samples: [UInt8] = [255, 0, 0, 255, 255, 0, 0, 128, 255, 0, 0, 0]
    let png = TestPNG(width: 3, height: 1, kind: .rgba, samples: samples).bytes
    let found = try pixels(of: png, background: RGBColour(red: 0, green: 0, blue: 255))
    #expect(largestDifference(found, [255, 0, 0, 128, 0, 127, 0, 0, 255]) <= 1)
  }

  @Test func `16-bit alpha is blended by its high byte`() throws {
    let samples: [UInt8] = [0, 0, 0x80, 0, 0xFF, 0xFF, 0, 0]
    let png = TestPNG(width: 2, height: 1, kind: .greyAlpha, bitDepth: 16, samples: samples).bytes
    let found = try pixels(of: png, background: RGBColour(red: 200, green: 100, blue: 0))
    #expect(largestDifference(found, [100, 50, 0, 200, 100, 0]) <= 1)
  }

  @Test func `floating-point samples are linear light`() throws {
    // IEC 61966-2-1: linear 0.2140 is 0.5 encoded.
    let values: [Float] = [0.2140, 1, 0]
    let samples = values.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) }
    let tiff = TestTIFF(
      width: 1, height: 1, samples: samples, bitsPerSample: 32, sampleFormat: 3)
    #expect(largestDifference(try pixels(of: tiff.bytes), [128, 255, 0]) <= 1)
  }

  @Test func `CMYK without a profile is converted, not taken as RGB`() throws {
    let tiff = TestTIFF(
      width: 2, height: 1, samples: [0, 0, 0, 0, 255, 0, 0, 0], bands: 4, photometric: 5)
    let found = try pixels(of: tiff.bytes)
    #expect(found[0..<3].allSatisfy { $0 > 245 })
    #expect(found[3] < 60 && found[5] > 180)
  }

  @Test func `a broken profile and one for other channels are skipped`() throws {
    let grey = Array("GRAY".utf8)
    var other = SRGBProfile.bytes
    other.replaceSubrange(16..<20, with: grey)
    for profile in [other, Array(SRGBProfile.bytes.prefix(140)), [1, 2, 3]] {
      let chunk = Array("p\0\0".utf8) + TestPNG.zlib(profile)
      let png = TestPNG(
        width: 1, height: 1, samples: [10, 200, 30], extra: [("iCCP", chunk)]
      ).bytes
      #expect(try pixels(of: png) == [10, 200, 30])
    }
  }

  @Test func `a profile that claims more bytes than it has is still used`() throws {
    var profile = AdobeRGBProfile.bytes
    profile.replaceSubrange(0..<4, with: TestPNG.big(profile.count + 1000))
    let found = try [AdobeRGBProfile.bytes, profile].map { profile in
      let chunk = Array("p\0\0".utf8) + TestPNG.zlib(profile)
      return try pixels(
        of: TestPNG(width: 1, height: 1, samples: [90, 200, 30], extra: [("iCCP", chunk)]).bytes)
    }
    #expect(found[0] == found[1])
    #expect(found[0] != [90, 200, 30])
  }

  /// Numbers of Little CMS as Pillow calls it: perceptual, black point compensation, from the file's
  /// profile to sRGB.
  @Test(arguments: [
    (20, 20, [140, 152, 180] as [UInt8]), (120, 20, [144, 158, 187]), (60, 90, [196, 119, 84]),
    (167, 90, [76, 98, 87]), (150, 50, [169, 179, 201]),
  ])
  func `a profile with a table for the perceptual intent only is used`(
    x: Int, y: Int, wanted: [UInt8]
  ) throws {
    let bytes = try fixture("formats/cmyk-profile.jpg")
    let rgb = try pixels(of: bytes)
    let start = 3 * (240 * y + x)
    #expect(largestDifference(Array(rgb[start..<start + 3]), wanted) <= 2)
  }

  @Test(
    .enabled(if: SharedFolder.has("photos/formats")),
    arguments: [
      // Display P3 red lies outside sRGB and clips to its red.
      ("p3.png", [255, 0, 0] as [UInt8]),
      // ProPhoto 131, 141, 192 by its own matrix and gamma of 1.8 (ISO 22028-2).
      ("prophoto.png", [117, 160, 210]),
    ])
  func `a wide-gamut colour is converted to sRGB`(file: String, wanted: [UInt8]) throws {
    let found = try pixels(of: try shared("photos/formats/\(file)"))
    #expect(largestDifference(Array(found.prefix(3)), wanted) <= 2, "\(found.prefix(3))")
  }

  @Test(.enabled(if: SharedFolder.has("photos/formats")))
  func `CMYK with and without a profile look alike`() throws {
    let names = ["_color.jpg", "_color_no_profile.jpg"]
    let pictures = try names.map { name in
      let path = "photos/formats/Channel_digital_image_CMYK\(name)"
      return try PhotoSource(bytes: try shared(path), name: name)
        .decode(atLeast: 1, background: .white).shrunk(longEdge: 16).rgb()
    }
    #expect(largestDifference(pictures[0], pictures[1]) < 60)
  }

  @Test func `the written profile is sRGB, is named so, and is small`() throws {
    let profile = try #require(ColourProfile(SRGBProfile.bytes))
    #expect(profile.isSRGB)
    #expect(profile.space == "RGB")
    let name = try #require(profile.tag("desc")) + 28
    #expect(ByteView(SRGBProfile.bytes).hasText("\0s\0R\0G\0B", at: name))
    #expect(SRGBProfile.bytes.count < 500)
    #expect(SRGBProfile.bytes.count % 4 == 0)
    #expect(ByteView(SRGBProfile.bytes).u32(at: 0) == SRGBProfile.bytes.count)
  }

  @Test func `a profile with another curve or primary is not sRGB`() throws {
    let profile = try #require(ColourProfile(SRGBProfile.bytes))
    for tag in ["rTRC", "gXYZ"] {
      var bytes = SRGBProfile.bytes
      let offset = try #require(profile.tag(tag))
      bytes[offset + 13] &+= 32
      #expect(try #require(ColourProfile(bytes)).isSRGB == false, "\(tag)")
    }
  }

  @Test(arguments: [("#1A2b3C", "#1A2B3C"), ("000fff", "#000FFF")])
  func `colours are read from six digits`(text: String, written: String) throws {
    #expect(try #require(RGBColour(text)).description == written)
  }

  @Test(arguments: ["", "#12345", "1234567", "red", "#12 456", "#-12345"])
  func `other text is not a colour`(text: String) { #expect(RGBColour(text) == nil) }
}
