import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("HEIF planes") struct HEIFPlanesTests {
  private func bytes(_ name: String) throws -> [UInt8] { try fixture("formats/\(name)") }

  private func decoded(_ bytes: [UInt8]) throws -> Raster {
    try PhotoSource(bytes: bytes, name: "planes").decode(atLeast: 1, background: .white)
  }

  @Test(arguments: ["hevc.heic", "rotated.heic", "av1.avif", "gain-map-auxl.heic"])
  func `look as libvips decodes them to red, green and blue`(name: String) throws {
    let source = try PhotoSource(bytes: try bytes(name), name: name)
    let found = try source.decode(atLeast: 1, background: .white)
    #expect(found.picture.colours == .ycc)
    let wanted = try throughLibvips(source.bytes, as: .heic)
    #expect(found.size == wanted.size)
    #expect(try meanDifference(found.rgb(), wanted.rgb()) < 1.5)
  }

  /// A file that states how its samples are made of red, green and blue, where its profile was.
  private func file(matrix: UInt8, range: UInt8) throws -> [UInt8] {
    var bytes = try bytes("gain-map-single.heic")
    let kind = try #require(Data(bytes).range(of: Data("colrprof".utf8))).lowerBound + 4
    // Primaries and transfer of BT.709 and sRGB.
    let statement = Array("nclx".utf8) + [0, 1, 0, 13, 0, matrix, range]
    bytes.replaceSubrange(kind..<kind + statement.count, with: statement)
    return bytes
  }

  @Test(arguments: [(6, 0x80), (5, 0x80), (2, 0x80)])
  func `are taken unchanged if they are stored as in a JPEG`(matrix: UInt8, range: UInt8) throws {
    #expect(try decoded(try file(matrix: matrix, range: range)).picture.colours == .ycc)
  }

  @Test(arguments: [(1, 0x80), (6, 0), (9, 0x80)])
  func `come as red, green and blue if they are stored in another way`(matrix: UInt8, range: UInt8)
    throws
  {
    #expect(try decoded(try file(matrix: matrix, range: range)).picture.colours == .rgb)
  }

  @Test(arguments: [
    ("premultiplied.heic", "rgba.png"), ("grey-video.heic", "grey.png"),
    ("grey-profile.heic", "grey.png"),
  ])
  func `are made colours where libheif leaves that undone`(name: String, plain: String) throws {
    let found = try decoded(try bytes(name)).rgb()
    #expect(try meanDifference(found, decoded(try bytes(plain)).rgb()) < 3)
  }

  @Test func `alpha of another size than the picture is refused`() throws {
    let bytes = try fixture("damaged/alpha-half.heic")
    let error = #expect(throws: PhotoprepError.self) { try decoded(bytes) }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.description.contains("whose alpha has another size") == true)
  }

  @Test(arguments: [(0, "RGB"), (8, "YCgCo")])
  func `of matrices that libheif reads in full range alone are refused in limited range`(
    matrix: UInt8, name: String
  ) throws {
    let error = #expect(throws: PhotoprepError.self) {
      try decoded(try file(matrix: matrix, range: 0))
    }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.description.contains("\(name) (matrix \(matrix)) in limited range") == true)
  }

  @Test func `of red, green and blue with halved chroma are refused, as of a phone`() throws {
    let error = #expect(throws: PhotoprepError.self) {
      try decoded(try file(matrix: 0, range: 0x80))
    }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.description.contains("RGB (matrix 0) with less chroma than luma") == true)
  }

  @Test func `of a coding whose decoder is a plugin that is missing are not called damaged`() {
    let detail =
      "Error while loading plugin: No decoding plugin installed for this compression format: JPEG"
    let error = PhotoprepError.corruptData("a.heic", .heic, detail: detail)
    #expect(error.code == .unsupportedFormat)
    #expect(error.remedy?.contains("libheif-plugins-all") == true)
  }

  @Test(arguments: ["hevc.heic", "av1.avif"])
  func `repeat their last sample beyond the edge, as an encoder needs`(name: String) throws {
    let chroma = try decoded(try bytes(name)).picture.bands[1].plane
    try #require(chroma.width < chroma.stride)
    chroma.withSamples { samples in
      for row in 0..<chroma.height {
        let start = samples + row * chroma.stride
        for x in chroma.width..<chroma.stride { #expect(start[x] == start[chroma.width - 1]) }
      }
    }
  }

  @Test func `are not kept as a JPEG`() throws {
    let source = try PhotoSource(bytes: try bytes("hevc.heic"), name: "planes")
    #expect(source.ownJPEG(longEdge: 10_000, byteLimit: .max) == nil)
  }

  @Test func `a photo larger than a decoder allows is not called damaged`() {
    let said = "heif: Memory allocation error: Security limit exceeded: Image size"
    #expect(PhotoprepError.corruptData("a.heic", .heic, detail: said).code == .tooMuchWork)
    // So it says of a panorama's header too.
    #expect(PhotoprepError.unreadableHeader("a.heic", .heic, detail: said).code == .tooMuchWork)
    #expect(
      PhotoprepError.corruptData("a.heic", .heic, detail: "heif: Invalid").code == .corruptData)
  }
}
