import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("BMP and JPEG XL") struct FurtherFormatTests {
  private func source(_ name: String) throws -> PhotoSource {
    let bytes = try fixture("formats/\(name)")
    return try PhotoSource(bytes: bytes, name: name)
  }

  private func pixels(_ name: String) throws -> [UInt8] {
    try source(name).decode(atLeast: 1, background: .white).rgb()
  }

  @Test func `a 24-bit BMP is the same with rows in either order and with either header`()
    throws
  {
    let wanted = try pixels("colours.bmp")
    #expect(try source("colours.bmp").header.size == PixelSize(width: 61, height: 40))
    #expect(try pixels("top-down.bmp") == wanted)
    #expect(try pixels("core.bmp") == wanted)
    // Masks of 5 and 6 bits leave steps of 8.
    #expect(largestDifference(try pixels("fields.bmp"), wanted) <= 8)
  }

  @Test func `a BMP with a palette is the same with indexes of any size and with runs`() throws {
    let wanted = try pixels("indexed-8.bmp")
    for name in ["indexed-4.bmp", "packed-4.bmp", "packed-8.bmp"] {
      #expect(try pixels(name) == wanted, "\(name)")
    }
    #expect(largestDifference(wanted, try pixels("colours.bmp")) < 120)
    #expect(Set(try pixels("indexed-1.bmp")).count <= 6)
  }

  /// Samples that Pillow reads from the same files; the tests above compare the others with these.
  @Test(arguments: [
    ("colours.bmp", 3, 2, [120, 168, 202] as [UInt8]),
    ("colours.bmp", 30, 25, [208, 229, 239]),
    ("colours.bmp", 59, 38, [99, 142, 70]),
    ("fields.bmp", 3, 2, [123, 170, 205]),
    ("fields.bmp", 30, 25, [213, 230, 238]),
    ("fields.bmp", 59, 38, [98, 141, 65]),
    ("indexed-1.bmp", 3, 2, [208, 228, 236]),
    ("indexed-1.bmp", 30, 25, [208, 228, 236]),
    ("indexed-1.bmp", 59, 38, [92, 68, 51]),
    ("indexed-8.bmp", 3, 2, [129, 176, 210]),
    ("indexed-8.bmp", 30, 25, [208, 228, 236]),
    ("indexed-8.bmp", 59, 38, [103, 149, 71]),
  ])
  func `a BMP is decoded to the same samples as by Pillow`(
    name: String, x: Int, y: Int, wanted: [UInt8]
  ) throws {
    let start = 3 * (61 * y + x)
    #expect(largestDifference(Array(try pixels(name)[start..<start + 3]), wanted) <= 1)
  }

  @Test func `the alpha of a BMP is blended`() throws {
    let found = try pixels("alpha.bmp")
    #expect(Array(found[..<3]) == [255, 255, 255])
    let wanted = try pixels("colours.bmp")
    let last = 3 * 61 - 3
    #expect(largestDifference(Array(found[last..<last + 3]), Array(wanted[last..<last + 3])) <= 1)
  }

  @Test func `a BMP whose alpha is 0 everywhere is opaque`() throws {
    var bytes = try fixture("formats/alpha.bmp")
    let start = Int(bytes[10])
    for place in stride(from: start + 3, to: bytes.count, by: 4) { bytes[place] = 0 }
    let found = try PhotoSource(bytes: bytes, name: "hidden").decode(atLeast: 1, background: .white)
    #expect(try largestDifference(found.rgb(), pixels("colours.bmp")) <= 1)
  }

  @Test func `a BMP that lacks rows is truncated, but one that lacks only padding is not`() throws {
    let whole = try fixture("formats/colours.bmp")
    let padded = try PhotoSource(bytes: Array(whole.dropLast(1)), name: "padding")
    #expect(try padded.decode(atLeast: 1, background: .white).rgb() == pixels("colours.bmp"))
    #expect { try PhotoSource(bytes: Array(whole.dropLast(2)), name: "cut") } throws: { error in
      (error as? PhotoprepError)?.code == .truncated
    }
  }

  @Test(arguments: ["alpha", "colours", "core", "fields", "indexed-1", "indexed-8", "packed-4"])
  func `a BMP without an offset has its pixels behind its header, masks and palette`(
    name: String
  ) throws {
    var bytes = try fixture("formats/\(name).bmp")
    bytes.replaceSubrange(10..<14, with: [0, 0, 0, 0])
    let found = try PhotoSource(bytes: bytes, name: "offset")
    #expect(try found.decode(atLeast: 1, background: .white).rgb() == pixels("\(name).bmp"))
    bytes[10] = 14
    #expect { try PhotoSource(bytes: bytes, name: "inside") } throws: { error in
      (error as? PhotoprepError)?.code == .corruptHeader
    }
  }

  @Test func `a BMP whose masks of colours overlap is refused`() throws {
    var bytes = try fixture("formats/fields.bmp")
    bytes.replaceSubrange(54..<58, with: bytes[58..<62])
    #expect { try PhotoSource(bytes: bytes, name: "masks") } throws: { error in
      (error as? PhotoprepError)?.message == "The BMP file's masks of colours overlap."
    }
  }

  @Test func `no changed byte of a small BMP traps`() throws {
    var generator = SplitMix64(seed: 5)
    for name in ["colours", "fields", "alpha", "indexed-1", "indexed-4", "packed-4", "packed-8"] {
      let whole = try fixture("formats/\(name).bmp")
      for _ in 0..<200 {
        var changed = whole
        for _ in 0..<3 {
          let place = Int.random(in: 0..<160, using: &generator)
          changed[place] = UInt8.random(in: 0...255, using: &generator)
        }
        // Small pictures alone, because time is short.
        let limits = ImagingLimits(maxPixels: 100_000)
        _ = try? PhotoSource(bytes: changed, name: name, limits: limits)
          .decode(atLeast: 1, background: .white)
      }
    }
  }

  @Test func `a JPEG XL is decoded to the samples that were encoded`() throws {
    let wanted = try pixels("rgb.png")
    #expect(try pixels("lossless.jxl") == wanted)
    let lossy = try pixels("lossy.jxl")
    let difference = zip(lossy, wanted).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(difference / wanted.count < 4)
  }

  @Test func `the alpha of a JPEG XL is blended`() throws {
    #expect(largestDifference(Array(try pixels("alpha.jxl")[..<3]), [255, 255, 255]) <= 3)
  }

  @Test func `a JPEG XL's size is read from its own header`() throws {
    for name in ["lossy", "lossless", "alpha"] {
      let bytes = try fixture("formats/\(name).jxl")
      let scan = try PhotoScan.of(bytes, as: .jxl, limits: .standard)
      #expect((scan.width, scan.height) == (240, 160), "\(name)")
    }
  }

  @Test
  func `a JPEG XL that declares a gigapixel, or a thousand channels, is refused before it is read`()
  {
    // Not small; a height of 30 bits; the ratio 1:1.
    let huge = bits([(0, 1), (3, 2), (40_000 - 1, 30), (1, 3)])
    let limit = ImagingLimits.standard.maxPixels / 2
    #expect(throws: ScanProblem.tooManyPixels(width: 40_000, height: 40_000, limit: limit)) {
      try PhotoScan.of(huge, as: .jxl, limits: .standard)
    }
    // 8×8; not the default; nothing more; 8 bits; no small buffers; 1 + 999 channels.
    let many = bits([
      (1, 1), (0, 5), (1, 3), (0, 1), (0, 1), (0, 1), (0, 2), (1, 1), (3, 2), (999, 12),
    ])
    #expect(
      throws: ScanProblem.excessive(
        "The JPEG XL file has 1000 channels beside its colours; the limit is 8.")
    ) { try PhotoScan.of(many, as: .jxl, limits: .standard) }
  }

  /// A codestream of numbers, the lowest bit first.
  private func bits(_ numbers: [(value: Int, count: Int)]) -> [UInt8] {
    let all = numbers.flatMap { number in (0..<number.count).map { number.value >> $0 & 1 } }
    let bytes = stride(from: 0, to: all.count, by: 8).map { start in
      all[start..<min(start + 8, all.count)].enumerated().reduce(UInt8(0)) {
        $0 | UInt8($1.element << $1.offset)
      }
    }
    return [0xFF, 0x0A] + bytes + [0, 0, 0, 0]
  }
}
