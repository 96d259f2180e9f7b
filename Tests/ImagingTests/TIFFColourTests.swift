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
  func `alpha is the first extra sample that the file calls alpha`(
    samples: [UInt8], extra: [Int], wanted: [UInt8]
  ) throws {
    let tiff = TestTIFF(
      width: 1, height: 1, samples: samples, bands: samples.count, extraSamples: extra)
    #expect(try pixels(tiff) == wanted)
  }

  @Test func `grey stays grey beside two extra samples`() throws {
    let tiff = TestTIFF(
      width: 1, height: 1, samples: [100, 255, 0], bands: 3, photometric: 1,
      extraSamples: [2, 0])
    #expect(try pixels(tiff) == [100, 100, 100])
  }

  @Test func `a spot colour beside CMYK is not alpha`() throws {
    let tiff = TestTIFF(
      width: 1, height: 1, samples: [0, 0, 0, 0, 0], bands: 5, photometric: 5, extraSamples: [0])
    #expect(try pixels(tiff).allSatisfy { $0 > 245 })
  }

  /// Floating point, 32 bits a number, in file order.
  private func floats(_ values: [Float]) -> [UInt8] {
    values.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) }
  }

  /// A picture of one row whose profile says grey or RGB.
  private func tiff(
    _ values: [Float], bands: Int, profile: [UInt8]? = nil
  ) -> TestTIFF {
    TestTIFF(
      width: values.count / bands, height: 1, samples: floats(values), bands: bands,
      bitsPerSample: 32, photometric: bands == 1 ? 1 : 2, sampleFormat: 3, profile: profile)
  }

  @Test func `floating-point samples follow their profile`() throws {
    let values: [Float] = [0, 0.5, 1, 0.2, 0.8, 0.4]
    let stored = tiff(values, bands: 3, profile: SRGBProfile.bytes)
    #expect(largestDifference(try pixels(stored), [0, 128, 255, 51, 204, 102]) <= 1)
    // Display P3's 200, 100, 50 is 215, 93, 31 in sRGB, computed by hand.
    let wide = tiff(
      [200, 100, 50].map { $0 / 255 }, bands: 3, profile: try JPEGProfile.displayP3())
    #expect(largestDifference(try pixels(wide), [215, 93, 31]) <= 2)
  }

  @Test func `floating-point alpha is kept with a profile`() throws {
    let half = TestTIFF(
      width: 1, height: 1, samples: floats([1, 1, 0, 0.5]), bands: 4, bitsPerSample: 32,
      sampleFormat: 3, extraSamples: [2], profile: SRGBProfile.bytes)
    #expect(largestDifference(try pixels(half), [128, 128, 128]) <= 1)
  }

  @Test func `floating-point grey is linear light`() throws {
    // IEC 61966-2-1: linear 0.2140 is 0.5 encoded.
    let grey = try pixels(tiff([0.2140, 1, 0], bands: 1))
    #expect(largestDifference(grey, [128, 128, 128, 255, 255, 255, 0, 0, 0]) <= 1)
  }

  @Test(arguments: [1, 3])
  func `32-bit integers are scaled`(bands: Int) throws {
    let values: [UInt32] = [0, 0, 0, .max / 2, .max / 2, .max / 2, .max, .max, .max]
    let samples = values.flatMap {
      withUnsafeBytes(of: $0.littleEndian, Array.init)
    }
    let stored = TestTIFF(
      width: 9 / bands, height: 1, samples: samples, bands: bands, bitsPerSample: 32,
      photometric: bands == 1 ? 1 : 2)
    let found = try pixels(stored)
    let step = found.count / 3
    #expect(
      found.prefix(step).allSatisfy { $0 == 0 } && found.suffix(step).allSatisfy { $0 == 255 })
    #expect(found[step..<2 * step].allSatisfy { abs(Int($0) - 128) <= 1 }, "\(found)")
  }

  @Test(arguments: [(2, "signed"), (5, "complex"), (6, "complex")])
  func `number formats whose black is unknown are refused`(format: Int, name: String) throws {
    let stored = TestTIFF(
      width: 1, height: 1, samples: [UInt8](repeating: 0, count: 48), bitsPerSample: 64,
      sampleFormat: format)
    let error = #expect(throws: PhotoprepError.self) { try pixels(stored) }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.description.contains("a TIFF of \(name) numbers") == true)
  }

  @Test(arguments: [32844, 32845])
  func `logarithms of light are called what they are`(photometric: Int) throws {
    let stored = TestTIFF(
      width: 1, height: 1, samples: [UInt8](repeating: 0, count: 6), bitsPerSample: 16,
      photometric: photometric, sampleFormat: 2)
    let error = #expect(throws: PhotoprepError.self) { try pixels(stored) }
    #expect(error?.description.contains("a TIFF of LogLuv") == true)
  }

  /// Four colours of sRGB and their CIELAB under D50, computed from ICC's sRGB matrix: white, middle
  /// grey, red, and a blue that is another one under D65.
  private let lab: [(lab: [Double], rgb: [UInt8])] = [
    ([100, 0, 0], [255, 255, 255]), ([53.58, 0, 0], [128, 128, 128]),
    ([54.29, 80.82, 69.90], [255, 0, 0]), ([39.11, 38.36, -78.01], [76, 72, 223]),
  ]

  @Test(arguments: [false, true])
  func `8-bit CIELAB is relative to D50, whatever its profile`(hasProfile: Bool) throws {
    var profile = SRGBProfile.bytes
    profile.replaceSubrange(16..<20, with: Array("Lab ".utf8))
    let samples = lab.flatMap { colour in
      [UInt8((colour.lab[0] * 2.55).rounded())]
        + colour.lab[1...].map { UInt8(bitPattern: Int8($0.rounded())) }
    }
    let stored = TestTIFF(
      width: lab.count, height: 1, samples: samples, photometric: 8,
      profile: hasProfile ? profile : nil)
    #expect(largestDifference(try pixels(stored), lab.flatMap(\.rgb)) <= 3)
  }

  @Test func `16-bit CIELAB is relative to D50`() throws {
    let samples = lab.flatMap { colour in
      let numbers =
        [UInt16((colour.lab[0] * 655.35).rounded())]
        + colour.lab[1...].map { UInt16(bitPattern: Int16(($0 * 256).rounded())) }
      return numbers.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    }
    let stored = TestTIFF(
      width: lab.count, height: 1, samples: samples, bitsPerSample: 16, photometric: 8)
    #expect(largestDifference(try pixels(stored), lab.flatMap(\.rgb)) <= 1)
  }

  @Test(arguments: [8, 16])
  func `the alpha of CIELAB is kept`(bits: Int) throws {
    let alphas: [UInt8] = [255, 128, 0]
    let samples = alphas.flatMap { alpha in
      [255, 0, 0, alpha].flatMap { [UInt8](repeating: $0, count: bits / 8) }
    }
    let stored = TestTIFF(
      width: 3, height: 1, samples: samples, bands: 4, bitsPerSample: bits, photometric: 8,
      extraSamples: [2])
    let wanted: [UInt8] = [255, 255, 255, 128, 128, 255, 0, 0, 255]
    #expect(largestDifference(try pixels(stored), wanted) <= 1)
  }
}
