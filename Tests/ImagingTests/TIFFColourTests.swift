import PhotoGeometry
import Testing

@testable import Imaging

/// What the samples of a TIFF mean: decision 0226.
@Suite("Colours of a TIFF") struct TIFFColourTests {
  private let blue = RGBColour(red: 0, green: 0, blue: 255)

  private func pixels(_ tiff: TestTIFF) throws -> [UInt8] {
    try PhotoSource(bytes: tiff.bytes, name: "colour").decode(atLeast: 1, background: blue).rgb()
  }

  @Test(
    arguments: [
      // A saved selection or a spot colour is no alpha, wherever it stands.
      ([10, 200, 30, 0], [0], [10, 200, 30]),
      ([10, 200, 30, 255, 0], [2, 0], [10, 200, 30]),
      ([10, 200, 30, 0, 255], [0, 2], [10, 200, 30]),
      ([10, 200, 30, 0, 0], [0, 0], [10, 200, 30]),
      // Alpha shows the background, beside the colours or multiplied into them.
      ([10, 200, 30, 0, 255], [2, 0], [0, 0, 255]),
      ([0, 0, 0, 0], [1], [0, 0, 255]),
      ([10, 200, 30, 0], [2], [0, 0, 255]),
      // Nothing is said about it.
      ([10, 200, 30, 0], [], [0, 0, 255]),
    ] as [([UInt8], [Int], [UInt8])])
  func `alpha is the first sample beyond the colours that the file calls so`(
    samples: [UInt8], extra: [Int], wanted: [UInt8]
  ) throws {
    let tiff = TestTIFF(
      width: 1, height: 1, samples: samples, bands: samples.count, extraSamples: extra)
    #expect(try pixels(tiff) == wanted)
    let isSeen = try PhotoSource(bytes: tiff.bytes, name: "colour").header.hasAlpha
    #expect(isSeen == (extra.isEmpty || extra.contains { $0 > 0 }))
  }

  @Test func `grey keeps its one colour beside two other samples`() throws {
    let tiff = TestTIFF(
      width: 1, height: 1, samples: [100, 255, 0], bands: 3, photometric: 1,
      extraSamples: [2, 0])
    #expect(try pixels(tiff) == [100, 100, 100])
  }

  @Test func `a spot colour beside CMYK is no alpha`() throws {
    let tiff = TestTIFF(
      width: 1, height: 1, samples: [0, 0, 0, 0, 0], bands: 5, photometric: 5, extraSamples: [0])
    #expect(try pixels(tiff).allSatisfy { $0 > 245 })
  }
}
