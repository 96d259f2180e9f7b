import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import AppIcon
@testable import Imaging

@Suite struct `Conversion of sources` {
  /// A picture of 1024×1024 equal rows that are red on the left, grey in the middle, blue on the right.
  private static func source(_ chunks: [(String, [UInt8])], grey: Bool = false) -> Data {
    PNGSample.rows(
      (0..<1024).flatMap { colour(at: $0, grey: grey) }, colorType: grey ? 0 : 2, chunks)
  }

  private static func colour(at x: Int, grey: Bool) -> [UInt8] {
    if grey { return [UInt8(x / 4)] }
    return x < 300 ? [200, 40, 40] : x < 700 ? [128, 128, 128] : [30, 60, 180]
  }

  private func placed(
    _ data: Data, _ change: (inout IconPlacement) -> Void = { _ in }
  ) throws -> (pixels: [UInt8], structure: PNGStructure, repaired: [String]) {
    let directory = try TemporaryDirectory()
    let plan = try place(data, in: directory, change)
    let catalog = directory.url.appending(path: "A.xcassets").path
    let written = try Data(contentsOf: URL(filePath: catalog + "/AppIcon.appiconset/AppIcon.png"))
    let structure = PNGStructure(written)
    let findings = try IconValidator().validate(catalog).flatMap(\.findings)
    #expect(findings.filter { $0.severity > .note } == [])
    return (
      try LocalPNGReader().pixels(of: written, structure: structure).bytes, structure,
      plan.pictures[0].prepared.repaired
    )
  }

  private func expectNear(_ found: ArraySlice<UInt8>, _ wanted: [Int], within tolerance: Int) {
    #expect(
      zip(found, wanted).allSatisfy { abs(Int($0) - $1) <= tolerance }, "\(Array(found)), \(wanted)"
    )
  }

  /// An iCCP chunk's data: a name, the method and the profile deflated.
  private func profileChunk(_ profile: [UInt8]) -> [UInt8] {
    Array("p\0\0".utf8) + PNGSample.stored(profile)
  }

  /// sRGB's own profile with red and blue exchanged: what it calls red is blue.
  private var oddProfileChunk: [UInt8] {
    let text = [("rXYZ", "tXYZ"), ("bXYZ", "rXYZ"), ("tXYZ", "bXYZ")]
    return profileChunk(
      text.reduce(SRGBProfile.bytes) { bytes, names in
        Array(Data(bytes).replacing(Data(names.0.utf8), with: Data(names.1.utf8)))
      })
  }

  @Test func `an odd profile is converted beside alpha, which stays until it is laid on a colour`()
    throws
  {
    let row = (0..<1024).flatMap { [200, 40, $0 < 500 ? 40 : 60, 51] as [UInt8] }
    let source = PNGSample.rows(row, colorType: 6, [("iCCP", oddProfileChunk)])
    let (pixels, _, repaired) = try placed(source) {
      $0.background = .colour(RGBColour(red: 255, green: 255, blue: 255))
    }
    #expect(repaired.contains("colour-profile") && repaired.contains("alpha-channel"))
    // A fifth of 40, 40, 200, or of 60, 40, 200, and four of white.
    expectNear(pixels[0..<3], [212, 212, 244], within: 2)
    let last = pixels.count - 4
    expectNear(pixels[last..<last + 3], [216, 212, 244], within: 2)
  }

  @Test func `an odd profile is converted to sRGB by its numbers`() throws {
    let (pixels, structure, repaired) = try placed(Self.source([("iCCP", oddProfileChunk)]))
    #expect(repaired.contains("colour-profile"))
    #expect(structure.chunks.map(\.type).prefix(3) == ["IHDR", "sRGB", "IDAT"])
    expectNear(pixels[0..<3], [40, 40, 200], within: 2)
    expectNear(pixels[2000..<2003], [128, 128, 128], within: 2)
  }

  @Test func `an invalid profile is left out, as decoders do`() throws {
    let (pixels, _, repaired) = try placed(
      Self.source([("iCCP", Array("name\0\0nonsense".utf8))]))
    #expect(repaired.contains("colour-profile"))
    #expect(Array(pixels[0..<4]) == [200, 40, 40, 255])
  }

  @Test(arguments: [(100_000, 188), (55_556, 146), (45_000, 129)])
  func `an odd gamma is converted to sRGB`(_ gamma: Int, _ wanted: Int) throws {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: gamma >> (24 - 8 * $0)) }
    let (pixels, _, repaired) = try placed(Self.source([("gAMA", bytes)]))
    #expect(repaired.contains("gamma"))
    // 128 ÷ 255 to the power of 100,000 ÷ gAMA is the light; sRGB's curve gives the sample.
    expectNear(pixels[2000..<2003], [wanted, wanted, wanted], within: 1)
  }

  @Test(arguments: [1, 0])
  func `a gamma that means nothing is refused`(_ gamma: UInt8) throws {
    let error = #expect(throws: PhotoprepError.self) {
      try placed(Self.source([("gAMA", [0, 0, 0, gamma])]))
    }
    #expect(error?.code == .sourceUnusable)
  }

  @Test func `primaries of its own beside a gamma are refused`() throws {
    let wide = [31_270, 32_900, 70_800, 29_200, 17_000, 79_700, 13_100, 4_600].flatMap { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    let error = #expect(throws: PhotoprepError.self) {
      try placed(Self.source([("cHRM", wide), ("gAMA", [0, 1, 0x86, 0xA0])]))
    }
    #expect(error?.code == .sourceUnusable)
  }

  @Test func `a cICP chunk of Display P3 stays when the picture is written again`() throws {
    let (pixels, structure, _) = try placed(
      Self.source([("cICP", [12, 13, 0, 1]), ("tEXt", Array("a\0b".utf8))]))
    #expect(structure.chunks.map(\.type).prefix(3) == ["IHDR", "cICP", "IDAT"])
    #expect(Array(pixels[0..<4]) == [200, 40, 40, 255])
  }

  @Test func `a cICP chunk of another space is refused with its numbers`() throws {
    let error = #expect(throws: PhotoprepError.self) {
      try placed(Self.source([("cICP", [9, 16, 0, 1])]))
    }
    #expect(error?.message.contains("primaries 9 and transfer 16") == true)
  }

  @Test func `grey becomes three equal bands`() throws {
    let (pixels, structure, repaired) = try placed(Self.source([("sRGB", [0])], grey: true))
    #expect(repaired.contains("grey-colour-type") && structure.header?.colorType == 2)
    #expect(Array(pixels[2048..<2052]) == [128, 128, 128, 255])
  }

  /// The EXIF block of an orientation, little-endian, one entry.
  private func exif(_ orientation: UInt8) -> [UInt8] {
    Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
      + [0, 0, 0, 0]
  }

  @Test func `an EXIF turn is carried out and the tag is gone`() throws {
    // Orientation 6 is shown turned to the right: the left column becomes the top row.
    let (pixels, structure, repaired) = try placed(
      Self.source([("sRGB", [0]), ("eXIf", exif(6))]))
    #expect(repaired.contains("exif-orientation") && !structure.contains("eXIf"))
    let last = 1023 * 1024 * 4
    #expect(Array(pixels[0..<3]) == [200, 40, 40])
    #expect(Array(pixels[1023 * 4..<1023 * 4 + 3]) == [200, 40, 40])
    #expect(Array(pixels[last..<last + 3]) == [30, 60, 180])
  }

  @Test(arguments: [
    (1, [1, 2, 3, 4, 5, 6]), (2, [2, 1, 4, 3, 6, 5]), (3, [6, 5, 4, 3, 2, 1]),
    (4, [5, 6, 3, 4, 1, 2]), (5, [1, 3, 5, 2, 4, 6]), (6, [5, 3, 1, 6, 4, 2]),
    (7, [6, 4, 2, 5, 3, 1]), (8, [2, 4, 6, 1, 3, 5]), (9, [1, 2, 3, 4, 5, 6]),
  ])
  func `each orientation shows the picture as EXIF says`(_ orientation: Int, _ wanted: [Int]) {
    let bytes = (1...6).flatMap { [UInt8($0), 0, 0, 255] as [UInt8] }
    let picture = PNGPixels(size: PixelSize(width: 2, height: 3), bytes: bytes)
    let upright = picture.upright(orientation: orientation)
    let shown = stride(from: 0, to: 24, by: 4).map { Int(upright.bytes[$0]) }
    #expect(shown == wanted)
    let isTransposed = (5...8).contains(orientation)
    #expect(upright.size.width == (isTransposed ? 3 : 2))
  }
}
