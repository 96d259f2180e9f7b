import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("Encoding") struct EncodingTests {
  /// A picture that does not compress well, so that quality shows in bytes.
  private func noise(_ side: Int) throws -> Raster {
    var generator = SplitMix64(seed: 7)
    let samples = (0..<3 * side * side).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return try Raster(size: PixelSize(width: side, height: side), rgb: samples)
  }

  /// The markers and contents of a JPEG's segments up to its first scan.
  private func segments(_ jpeg: [UInt8]) -> [(marker: UInt8, content: ArraySlice<UInt8>)] {
    var found: [(UInt8, ArraySlice<UInt8>)] = []
    var offset = 2
    while offset + 4 <= jpeg.count, jpeg[offset] == 0xFF {
      let end = offset + 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
      found.append((jpeg[offset + 1], jpeg[offset + 4..<end]))
      if jpeg[offset + 1] == 0xDA { break }
      offset = end
    }
    return found
  }

  @Test func `a JPEG has a JFIF header, the profile, and no other metadata`() throws {
    let photo = try PhotoSource(bytes: try TestScene.jpeg(6), name: "with Exif")
    let jpeg = try photo.decode(atLeast: 1, background: .white).jpeg(quality: 85)
    let metadata = segments(jpeg).filter { $0.marker >= 0xE0 }
    #expect(metadata.map(\.marker) == [0xE0, 0xE2])
    #expect(Array(metadata[1].content) == Array("ICC_PROFILE\0".utf8) + [1, 1] + SRGBProfile.bytes)
  }

  @Test(arguments: [65, 85, 95])
  func `a JPEG is baseline with chroma halved both ways`(quality: Int) throws {
    let frames = segments(try noise(32).jpeg(quality: quality)).filter { $0.marker == 0xC0 }
    let frame = Array(try #require(frames.first).content)
    #expect(frame[5] == 3)
    #expect([frame[7], frame[10], frame[13]] == [0x22, 0x11, 0x11])
  }

  @Test func `a JPEG decodes to what was encoded`() throws {
    let scene = try Raster(size: TestScene.size, rgb: TestScene.rgb)
    let source = try PhotoSource(bytes: try scene.jpeg(quality: 95), name: "back")
    let back = try source.decode(atLeast: 1, background: .white).rgb()
    let wanted = TestScene.quarters(TestScene.rgb)
    #expect(largestDifference(TestScene.quarters(back), wanted) <= 8)
  }

  @Test func `encoding twice gives the same bytes`() throws {
    let raster = try noise(48)
    #expect(try raster.jpeg(quality: 85) == raster.jpeg(quality: 85))
    #expect(try raster.png() == raster.png())
  }

  /// A ramp in luma and both chroma differences, each sample of chroma over as many pixels as said.
  private func planes(subsamplingX: Int, subsamplingY: Int) throws -> PlanarPicture {
    let size = PixelSize(width: 301, height: 203)
    let bands = try (0..<3).map { index in
      var band = PlanarPicture.Band(
        plane: try SamplePlane(width: size.width, height: size.height))
      if index > 0 {
        let (width, height) = (
          (size.width - 1) / subsamplingX + 1, (size.height - 1) / subsamplingY + 1
        )
        band = .init(
          plane: try SamplePlane(width: width, height: height), subsamplingX: subsamplingX,
          subsamplingY: subsamplingY)
      }
      band.plane.withSamples { samples in
        for y in 0..<band.plane.height {
          for x in 0..<band.plane.width {
            let place = (x * band.subsamplingX + y * band.subsamplingY) / 4
            samples[y * band.plane.stride + x] = UInt8(index == 1 ? 190 - place : 60 + place)
          }
        }
      }
      return band
    }
    return PlanarPicture(size: size, colours: .ycc, bands: bands)
  }

  // Planes whose chroma was halved for the encoder alone used to be freed before it read them, in
  // optimised builds.
  @Test(arguments: [(1, 1), (2, 1), (1, 2)])
  func `chroma that is not halved both ways is halved, the same every time`(
    subsamplingX: Int, subsamplingY: Int
  ) throws {
    let raster = Raster(
      try planes(subsamplingX: subsamplingX, subsamplingY: subsamplingY), name: "whole chroma")
    let first = try raster.jpeg(quality: 98)
    for _ in 0..<3 { #expect(try raster.jpeg(quality: 98) == first) }
    let policy = EncodingPolicy(quality: 98, byteLimit: nil)
    #expect(try raster.encoded(policy).bytes == first)
    let back = try PhotoSource(bytes: first, name: "back").decode(atLeast: 1, background: .white)
    #expect(largestDifference(try back.rgb(), try raster.rgb()) <= 5)
  }

  @Test func `quality falls in steps until the limit is kept`() throws {
    let raster = try noise(48)
    let wanted = try raster.jpeg(quality: 75)
    let limit = EncodingPolicy(quality: 85, byteLimit: wanted.count)
    #expect(
      try raster.encoded(limit)
        == EncodedPicture(
          bytes: wanted, format: .jpg, size: raster.size, quality: 75, isOverLimit: false))
  }

  @Test func `the first quality is kept where it fits`() throws {
    let raster = try noise(48)
    let first = try raster.jpeg(quality: 85)
    for limit in [nil, first.count] {
      let found = try raster.encoded(EncodingPolicy(quality: 85, byteLimit: limit))
      #expect(
        found
          == EncodedPicture(
            bytes: first, format: .jpg, size: raster.size, quality: 85, isOverLimit: false))
    }
  }

  @Test func `a picture above the limit at the lowest quality is flagged`() throws {
    let raster = try noise(48)
    let found = try raster.encoded(EncodingPolicy(quality: 85, byteLimit: 100))
    #expect(found.quality == 65)
    #expect(found.isOverLimit)
    #expect(found.bytes == (try raster.jpeg(quality: 65)))
  }

  @Test(arguments: [
    (85, 65, [85, 80, 75, 70, 65]), (88, 65, [88, 83, 78, 73, 68, 65]), (60, 65, [60]),
    (65, 65, [65]),
  ])
  func `qualities go down to the lowest one`(start: Int, floor: Int, steps: [Int]) {
    #expect(EncodingPolicy(quality: start, byteLimit: 1, floor: floor).qualities == steps)
  }

  @Test func `a side above JPEG's limit is an encoding error`() throws {
    let size = PixelSize(width: 65_536, height: 1)
    let raster = try Raster(
      size: size, rgb: [UInt8](repeating: 0, count: 3 * size.area), name: "wide")
    let error = #expect(throws: PhotoprepError.self) { try raster.jpeg(quality: 85) }
    #expect(error?.code == .encodeFailed)
    #expect(error?.description == "wide: A picture of 65536×1 could not be written as JPEG.")
  }

  @Test func `a PNG keeps every sample`() throws {
    let png = try Raster(size: TestScene.size, rgb: TestScene.rgb).png()
    let source = try PhotoSource(bytes: png, name: "back")
    #expect(source.header.format == .png)
    #expect(try source.decode(atLeast: 1, background: .white).rgb() == TestScene.rgb)
  }
}
