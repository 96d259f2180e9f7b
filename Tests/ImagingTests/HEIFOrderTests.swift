import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("A HEIF file's description of its pictures") struct HEIFOrderTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Fixture.url("formats/\(name)")))
  }

  @Test func `is read the same with the turn before the size as after it`() throws {
    let whole = try bytes("rotated.heic")
    // Of four properties (hvcC, ispe, pixi, irot) the last one comes first.
    let usual = Data([4, 0x81, 0x02, 0x83, 0x84])
    let place = try #require(Data(whole).firstRange(of: usual))
    var turned = whole
    turned.replaceSubrange(place, with: [4, 0x84, 0x81, 0x02, 0x83])
    let scan = try PhotoScan.of(turned, as: .heic, limits: .standard)
    #expect(scan.decodable == whole && scan.isTurnedByDecoder)
    let found = try PhotoSource(bytes: turned, name: "turned.heic")
    let wanted = try PhotoSource(bytes: whole, name: "whole.heic")
    #expect(found.header.size == PixelSize(width: 240, height: 160))
    #expect(
      try found.decode(atLeast: 1, background: .white).rgb()
        == wanted.decode(atLeast: 1, background: .white).rgb())
  }

  @Test(arguments: [(16, "YCgCo-Re"), (17, "YCgCo-Ro"), (14, "ICtCp")])
  func `is refused if libheif would decode wrong colours`(matrix: UInt8, name: String) throws {
    var bytes = try bytes("nclx-hlg.avif")
    let place = try #require(Data(bytes).firstRange(of: Data("nclx".utf8)))
    bytes[place.lowerBound + 9] = matrix
    let error = try #require(throws: PhotoprepError.self) {
      try PhotoSource(bytes: bytes, name: "a.avif")
    }
    #expect(error.code == .unsupportedFormat)
    #expect(error.message.contains("\(name) (matrix \(matrix))"), "\(error.message)")
  }

  @Test(arguments: [
    ("heifload_buffer: bad image dimensions on decode", PhotoFormat.heic, true),
    ("heif: Unsupported feature: Unsupported color conversion (4.3003)", .avif, true),
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
