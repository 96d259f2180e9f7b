import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("Stated colours") struct StatedColoursTests {
  private func pixels(_ bytes: [UInt8]) throws -> [UInt8] {
    try PhotoSource(bytes: bytes, name: "stated").decode(atLeast: 1, background: .white).rgb()
  }

  private typealias Chunks = [(type: String, data: [UInt8])]

  /// Samples of 16 bits, and how headless Chromium 156 shows them, as the type and data of the chunks
  /// say; its screen is sRGB.
  private static let samples = [
    [20000, 20000, 20000], [38000, 38000, 38000], [49000, 30000, 20000], [20000, 38000, 30000],
    [15000, 20000, 42000], [60000, 45000, 30000], [65535, 65535, 65535],
  ]
  private static let codes: [(chunks: Chunks, shown: [[UInt8]])] = [
    (
      [("cICP", [9, 16, 0, 1])],
      [
        [45, 45, 45], [187, 187, 187], [255, 0, 0], [0, 197, 95], [0, 35, 230], [255, 30, 0],
        [255, 255, 255],
      ]
    ),
    (
      [("cICP", [12, 16, 0, 1]), ("cLLI", TestPNG.big(4_000_000) + TestPNG.big(1_000_000))],
      [
        [57, 57, 57], [229, 229, 229], [255, 48, 0], [0, 233, 122], [18, 49, 255], [255, 93, 0],
        [255, 255, 255],
      ]
    ),
    (
      [("cICP", [9, 18, 0, 1])],
      [
        [55, 55, 55], [120, 120, 120], [208, 77, 54], [0, 122, 89], [0, 56, 127], [255, 117, 69],
        [255, 255, 255],
      ]
    ),
    (
      [("cICP", [12, 13, 0, 1])],
      [
        [78, 78, 78], [148, 148, 148], [203, 112, 69], [45, 150, 115], [52, 79, 170],
        [245, 172, 106], [255, 255, 255],
      ]
    ),
    (
      [("cICP", [9, 1, 0, 1])],
      [
        [68, 68, 68], [142, 142, 142], [223, 94, 57], [0, 149, 106], [0, 69, 166], [255, 161, 96],
        [255, 255, 255],
      ]
    ),
    (
      [("gAMA", TestPNG.big(100_000))],
      [
        [150, 150, 150], [200, 200, 200], [224, 180, 150], [150, 200, 180], [131, 150, 210],
        [246, 216, 180], [255, 255, 255],
      ]
    ),
    (
      [("gAMA", TestPNG.big(45455)), ("cHRM", adobe)],
      [
        [77, 77, 77], [149, 149, 149], [213, 118, 74], [0, 149, 116], [43, 77, 168],
        [253, 177, 114], [255, 255, 255],
      ]
    ),
  ]
  private static let adobe =
    [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000].flatMap(TestPNG.big)
  /// Red and green are the same.
  private static let impossible =
    [31270, 32900, 64000, 33000, 64000, 33000, 15000, 6000].flatMap(TestPNG.big)
  private static let primariesOfSRGB =
    [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap(TestPNG.big)

  private func png(_ chunks: Chunks) -> [UInt8] {
    let samples = Self.samples.joined().flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return TestPNG(
      width: Self.samples.count, height: 1, bitDepth: 16, samples: samples, extra: chunks
    ).bytes
  }

  @Test(arguments: codes.indices)
  func `a PNG that states its colours looks as in Chromium`(index: Int) throws {
    let (chunks, shown) = Self.codes[index]
    let found = try pixels(png(chunks))
    #expect(largestDifference(found, Array(shown.joined())) <= 2, "\(chunks): \(found)")
  }

  @Test func `code points take precedence over a profile, and a profile over a gamma`() throws {
    let profile = ("iCCP", Array("p\0\0".utf8) + TestPNG.zlib(AdobeRGBProfile.bytes))
    let codes = ("cICP", [12, 13, 0, 1] as [UInt8])
    let gamma = ("gAMA", TestPNG.big(100_000))
    #expect(try pixels(png([codes, profile])) == pixels(png([codes])))
    #expect(try pixels(png([profile, gamma])) == pixels(png([profile])))
    #expect(try pixels(png([codes])) != pixels(png([profile])))
    let plain = ("cICP", [1, 13, 0, 1] as [UInt8])
    #expect(largestDifference(try pixels(png([plain, profile])), try pixels(png([]))) <= 1)
  }

  /// What says sRGB, or nothing that can be followed.
  private static let plain: [Chunks] = [
    [("gAMA", TestPNG.big(45455))],
    [("gAMA", TestPNG.big(45455)), ("cHRM", primariesOfSRGB)],
    [("sRGB", [0]), ("gAMA", TestPNG.big(100_000))],
    [("gAMA", TestPNG.big(1))], [("gAMA", [0, 0])],
    [("cHRM", adobe)],
    [("gAMA", TestPNG.big(100_000)), ("cHRM", [UInt8](repeating: 0, count: 32))],
    [("gAMA", TestPNG.big(100_000)), ("cHRM", impossible)],
    [("cICP", [1, 13, 0, 1])], [("cICP", [2, 2, 0, 1])], [("cICP", [200, 200, 0, 1])],
    // Video's range, and a matrix, which PNG does not have.
    [("cICP", [9, 16, 0, 0])], [("cICP", [9, 16, 9, 1])],
  ]

  @Test(arguments: plain.indices)
  func `a PNG that states sRGB, nothing, or invalid colours is read as sRGB`(index: Int) throws {
    #expect(try pixels(png(Self.plain[index])) == pixels(png([])))
  }

  @Test func `grey follows a gamma and PQ as colours do`() throws {
    let grey: [UInt8] = [30, 90, 150, 210]
    for chunk in [("gAMA", TestPNG.big(55_556)), ("cICP", [9, 16, 0, 1] as [UInt8])] {
      let bands = [(TestPNG.Kind.grey, 1), (.rgb, 3)].map { kind, count in
        TestPNG(
          width: 4, height: 1, kind: kind,
          samples: grey.flatMap { Array(repeating: $0, count: count) },
          extra: [chunk]
        ).bytes
      }
      #expect(largestDifference(try pixels(bands[0]), try pixels(bands[1])) <= 1, "\(chunk)")
    }
  }

  @Test(arguments: [8, 16])
  func `dark grey in linear light is as light as the curve of sRGB makes it`(depth: UInt8) throws {
    for (stored, exponent) in [(100_000, 1.0), (80_000, 1.25)] {
      let curve = StatedColours(space: .sRGB, curve: .exponent(exponent))
      let profile = try #require(curve.profile(isGrey: true))
      let values = (0..<64).map { $0 * 2 }
      let wanted = values.map { value in
        UInt8((255 * SRGBCurve.encoded(pow(Double(value) / 255, exponent))).rounded())
      }
      // 257 times a value is the same light in 16 bits.
      let samples = values.flatMap { [UInt8](repeating: UInt8($0), count: Int(depth) / 8) }
      for chunk in [
        ("gAMA", TestPNG.big(stored)), ("iCCP", Array("p\0\0".utf8) + TestPNG.zlib(profile)),
      ] {
        let png = TestPNG(
          width: values.count, height: 1, kind: .grey, bitDepth: depth, samples: samples,
          extra: [chunk]
        ).bytes
        let found = try pixels(png)
        let grey = wanted.flatMap { [$0, $0, $0] }
        #expect(largestDifference(found, grey) <= 1, "\(chunk.0) \(exponent): \(found)")
      }
    }
  }

  @Test func `a profile that names PQ by code points is treated as the code points themselves`()
    throws
  {
    let codes = StatedColours(primaries: 9, transfer: 16, video: .sRGB)
    let profile = try #require(codes.profile())
    let chunk = Array("p\0\0".utf8) + TestPNG.zlib(profile)
    #expect(try pixels(png([("iCCP", chunk)])) == pixels(png([("cICP", [9, 16, 0, 1])])))
  }

  @Test(arguments: [
    ("nclx-pq.heic", 9, 16), ("nclx-pq-video.heic", 9, 16), ("nclx-hlg.avif", 9, 18),
    ("nclx-p3.heic", 12, 13), ("nclx-bt2020.avif", 9, 13), ("nclx-bt709.heic", 1, 13),
    ("nclx-whole.heic", 1, 13), ("pq.jxl", 9, 16), ("hlg.jxl", 9, 18),
  ])
  func `HEIC, AVIF and JPEG XL with code points follow the formulas`(
    file: String, primaries: Int, transfer: Int
  ) throws {
    let found = try pixels(fixture("formats/\(file)"))
    let levels = [32.0, 96, 160, 224].map { $0 / 255 }
    var differences: [Double] = []
    for index in 0..<64 {
      let sample = [index / 16, index / 4 % 4, index % 4].map { levels[$0] }
      let place = 3 * (128 * (16 * (index / 8) + 8) + 16 * (index % 8) + 8)
      differences.append(
        ReferenceColours.difference(
          found[place..<place + 3].map { Double($0) / 255 },
          ReferenceColours.sRGB(sample, primaries: primaries, transfer: transfer)))
    }
    // HEVC and AV1 move a colour by up to four steps, of which PQ makes more.
    #expect(differences.reduce(0, +) / 64 < 1, "\(differences)")
    #expect(differences.max() ?? 9 < (transfer == 16 ? 5 : 3), "\(differences)")
  }

  /// Every fourth level of red, every eighth of green and of blue.
  private static let grid = (0..<64).flatMap { red in
    (0..<32).flatMap { green in (0..<32).map { [4 * red, 8 * green, 8 * $0] } }
  }

  @Test(arguments: [8, 16])
  func `colours of a profile match its formulas to a ΔE of 0.1`(bits: UInt8) throws {
    let samples = Self.grid.joined().flatMap { [UInt8](repeating: UInt8($0), count: Int(bits) / 8) }
    let chunk = Array("p\0\0".utf8) + TestPNG.zlib(try JPEGProfile.displayP3())
    let found = try pixels(
      TestPNG(
        width: 256, height: 256, bitDepth: bits, samples: samples, extra: [("iCCP", chunk)]
      ).bytes)
    let differences = Self.grid.indices.map { index in
      let wanted = ReferenceColours.sRGB(
        Self.grid[index].map { Double($0) / 255 }, primaries: 12, transfer: 13)
      return ReferenceColours.difference(
        found[3 * index..<3 * index + 3].map { Double($0) / 255 },
        wanted.map { (255 * $0).rounded() / 255 })
    }
    #expect(differences.reduce(0, +) / Double(differences.count) < 0.1)
  }
}

/// Colours as the standards' formulas have them, written for tests alone.
enum ReferenceColours {
  /// BT.2087, 2020 to 709; and P3 to 709 under D65, from SMPTE EG 432-1.
  private static let matrices: [Int: [[Double]]] = [
    1: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    9: [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]],
    12: [[1.2249, -0.2249, 0], [-0.0420, 1.0420, 0], [-0.0196, -0.0786, 1.0983]],
  ]

  /// What a sample of BT.2020 in PQ (16) or HLG (18), or of any primaries with sRGB's curve, becomes.
  static func sRGB(_ sample: [Double], primaries: Int, transfer: Int) -> [Double] {
    var light = sample.map { transfer == 16 ? pq($0) : transfer == 18 ? hlg($0) : linear($0) }
    if transfer == 18 {
      let luminance = 0.2627 * light[0] + 0.678 * light[1] + 0.0593 * light[2]
      light = light.map { $0 * pow(luminance, 0.2) * 1000 / 203 }
    }
    if transfer == 16 || transfer == 18, let peak = light.max(), peak > 0 {
      light = light.map { $0 * mapped(peak) / peak }
    }
    return (matrices[primaries] ?? []).map { row in
      let value = min(max(zip(row, light).map(*).reduce(0, +), 0), 1)
      return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
  }

  /// Light on a screen, 203 cd/m² as 1: SMPTE ST 2084.
  private static func pq(_ sample: Double) -> Double {
    let power = pow(sample, 32.0 / 2523)
    return pow(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 16384.0 / 2610)
      * 10_000 / 203
  }

  /// Light of the scene, 0 to 1: ARIB STD-B67.
  private static func hlg(_ sample: Double) -> Double {
    sample <= 0.5
      ? sample * sample / 3 : (exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  private static func linear(_ sample: Double) -> Double {
    sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
  }

  /// SMPTE ST 2094-50's curve for 1,000 cd/m²: half the light up to white, then a Bézier curve by
  /// (1, 0.5), (1.65, 0.825) and (4.926, 1), whose place is found by halving.
  private static func mapped(_ light: Double) -> Double {
    let end = 1000.0 / 203
    if light <= 1 { return light / 2 }
    if light >= end { return 1 }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let t = (low + high) / 2
      let x = (1 - t) * (1 - t) + 2 * t * (1 - t) * 1.65 + t * t * end
      if x < light { low = t } else { high = t }
    }
    return (1 - low) * (1 - low) * 0.5 + 2 * low * (1 - low) * 0.825 + low * low
  }

  /// ΔE of CIE 1976 between two colours of sRGB, 0 to 1.
  static func difference(_ a: [Double], _ b: [Double]) -> Double {
    zip(lab(a), lab(b)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
  }

  private static func lab(_ colour: [Double]) -> [Double] {
    let light = colour.map(linear)
    let rows = [
      [0.4124, 0.3576, 0.1805, 0.9505], [0.2126, 0.7152, 0.0722, 1],
      [0.0193, 0.1192, 0.9505, 1.089],
    ]
    let f = rows.map { row -> Double in
      let share = zip(row, light).map(*).reduce(0, +) / row[3]
      return share > 216.0 / 24389 ? cbrt(share) : (24389.0 / 27 * share + 16) / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }
}
