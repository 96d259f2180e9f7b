import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("A HEIF file's description of its pictures") struct HEIFOrderTests {
  private func bytes(_ name: String) throws -> [UInt8] { try fixture("formats/\(name)") }

  @Test func `is read the same with the turn before the size as after it`() throws {
    let whole = try bytes("rotated.heic")
    // Of four properties (hvcC, ispe, pixi, irot) the last one comes first.
    let turned = try patched(whole, [4, 0x81, 0x02, 0x83, 0x84], [4, 0x84, 0x81, 0x02, 0x83])
    let scan = try PhotoScan.of(turned, as: .heic, limits: .standard)
    #expect(scan.decodable == whole && scan.isTurnedByDecoder)
    let found = try PhotoSource(bytes: turned, name: "turned.heic")
    let wanted = try PhotoSource(bytes: whole, name: "whole.heic")
    #expect(found.header.size == PixelSize(width: 240, height: 160))
    #expect(
      try found.decode(atLeast: 1, background: .white).rgb()
        == wanted.decode(atLeast: 1, background: .white).rgb())
  }

  @Test(arguments: ["hevc.heic", "av1.avif"])
  func `is read without what follows it and is no box`(name: String) throws {
    let whole = try bytes(name)
    let format = try PhotoFormat(of: whole, named: name)
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 9, 1, 2, 3, 4]
    for other in [jpeg, Array("a text behind the picture".utf8), whole] {
      let scan = try PhotoScan.of(whole + other, as: format, limits: .standard)
      #expect(scan.decodable == whole)
    }
    // Four boxes, of which the last one, the picture's data, lacks a byte.
    #expect {
      try PhotoScan.of(Array(whole.dropLast()), as: format, limits: .standard)
    } throws: {
      if case .truncated = $0 as? ScanProblem { true } else { false }
    }
  }

  @Test func `is turned by Exif if only its thumbnail has a turn of its own`() throws {
    let turned = try PhotoSource(bytes: try bytes("thumbnail-turned.heic"), name: "turned")
    #expect(turned.header.orientation == 3)
    let both = try PhotoSource(bytes: try bytes("thumbnail.heic"), name: "both")
    #expect(both.header.orientation == 1)
  }

  @Test func `is refused if its tiles have no size`() throws {
    let size = Array("ispe\0\0\0\0\0\0\0\u{60}\0\0\0\u{60}".utf8)
    let bytes = try patched(bytes("gain-map-grid.heic"), size, Array("free".utf8))
    let error = try #require(throws: PhotoprepError.self) {
      try PhotoSource(bytes: bytes, name: "a.heic")
    }
    #expect(error.code == .corruptHeader)
    #expect(error.message == "The HEIF file does not say how large its tiles are (ispe box).")
  }

  @Test func `states to its tiles what only the whole states, and nothing else changes`() throws {
    let whole = try bytes("nclx-whole.heic")
    let scan = try PhotoScan.of(whole, as: .heic, limits: .standard)
    let described = try #require(scan.decodable)
    let file = ByteView(described)
    let meta = try #require(try file.boxes(["meta"], in: 0..<file.count).first)
    #expect(meta.start == whole.count)
    let items = try HEIFItems(file, meta: meta)
    let properties = try items.properties(of: Set(items.types.keys))
    #expect(properties.count == 5 && properties.values.allSatisfy { $0.last?.type == "colr" })
    #expect(try PhotoScan.of(described, as: .heic, limits: .standard).decodable == nil)
    // With the matrix that means "unspecified", the streams' own words count.
    let unspecified = try patched(whole, Array("nclx".utf8), [2], at: 9)
    #expect(try PhotoScan.of(unspecified, as: .heic, limits: .standard).decodable == nil)
  }

  /// libheif issue 1770.
  @Test func `is in full range if a Sony's stream is, and in no other's file`() throws {
    let whole = try patched(bytes("nclx-p3.heic"), Array("miaf".utf8), Array("SHIF".utf8))
    let limited = try patched(whole, Array("nclx".utf8), [0], at: 10)
    #expect(try PhotoScan.of(limited, as: .heic, limits: .standard).decodable == whole)
    #expect(try PhotoScan.of(whole, as: .heic, limits: .standard).decodable == nil)
    let other = try patched(limited, Array("SHIF".utf8), Array("miaf".utf8))
    #expect(try PhotoScan.of(other, as: .heic, limits: .standard).decodable == nil)
  }

  @Test func `turns alpha that states no turn as its picture`() throws {
    // Only the picture, and not its alpha, has a profile, which becomes a turn.
    let turned = try patched(
      bytes("gain-map-alpha.heic"), Array("colrprof".utf8), Array("irot\u{1}".utf8))
    let scan = try PhotoScan.of(turned, as: .heic, limits: .standard)
    let described = try #require(scan.decodable)
    let items = try #require(try HEIFItems(ByteView(described)))
    let properties = try items.properties(of: [1, 6])
    #expect(properties[1]?.map(\.type) == ["ispe", "hvcC", "irot"])
    #expect(properties[6]?.map(\.type) == ["ispe", "hvcC", "auxC", "irot"])
    #expect(throws: Never.self) {
      try PhotoSource(bytes: turned, name: "a.heic").decode(atLeast: 1, background: .white)
    }
  }

  @Test func `turns the whole alone if it states the same turn for its tiles`() throws {
    let whole = try bytes("nclx-whole.heic")
    let described = try #require(try PhotoScan.of(whole, as: .heic, limits: .standard).decodable)
    let (colours, turn) = (Array("colrnclx".utf8), Array("irot\u{1}".utf8))
    // The first of two places is in the old box, which nothing reads.
    let tiles = try patched(patched(described, colours, turn), colours, turn)
    let pixels = try [patched(whole, colours, turn), tiles].map { bytes in
      try PhotoSource(bytes: bytes, name: "a.heic").decode(atLeast: 1, background: .white).rgb()
    }
    #expect(pixels[0] == pixels[1])
  }

  @Test func `is refused if it has YCgCo of more than 8 bits`() throws {
    var bytes = try patched(bytes("nclx-hlg.avif"), Array("nclx".utf8), [0, 8, 0x80], at: 8)
    #expect(throws: Never.self) { try PhotoScan.of(bytes, as: .avif, limits: .standard) }
    let stream = try #require(Data(bytes).firstRange(of: Data("av1C".utf8)))
    bytes[stream.lowerBound + 6] |= 0x40
    #expect(
      throws: ScanProblem.unsupported("a HEIF or AVIF of YCgCo (matrix 8) of more than 8 bits")
    ) { try PhotoScan.of(bytes, as: .avif, limits: .standard) }
  }

  @Test(arguments: [(16, "YCgCo-Re"), (17, "YCgCo-Ro"), (14, "ICtCp")])
  func `is refused if libheif would decode wrong colours`(matrix: UInt8, name: String) throws {
    let bytes = try patched(bytes("nclx-hlg.avif"), Array("nclx".utf8), [matrix], at: 9)
    let error = try #require(throws: PhotoprepError.self) {
      try PhotoSource(bytes: bytes, name: "a.avif")
    }
    #expect(error.code == .unsupportedFormat)
    #expect(error.message.contains("\(name) (matrix \(matrix))"), "\(error.message)")
  }

  @Test(arguments: [
    ("heifload_buffer: bad image dimensions on decode", PhotoFormat.heic, true),
    ("heif: Unsupported feature: Unsupported color conversion (4.3003)", .avif, true),
    // As of a `meta` box that ends with its file.
    ("heif: Invalid input: No 'meta' box (2.104)", .avif, true),
    ("heif: Decoder plugin generated an error (7.0)", .heic, false),
    ("bad image dimensions on decode", .jxl, false),
  ])
  func `is not called damaged if libheif does not support it`(
    detail: String, format: PhotoFormat, isLibheif: Bool
  ) {
    let error = PhotoprepError.corruptData("a", format, detail: detail)
    #expect(error.code == (isLibheif ? .unsupportedFormat : .corruptData))
    #expect(error.message.contains("This system's libheif ") == isLibheif)
    #expect(error.message.contains("damaged") != isLibheif)
  }
}
