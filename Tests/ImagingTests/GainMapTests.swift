import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("Gain maps") struct GainMapTests {
  private static let files = ["", "-single", "-auxl", "-cdsc", "-grid", "-alpha"]

  private func source(_ name: String) throws -> PhotoSource {
    let bytes = try fixture("formats/\(name)")
    return try PhotoSource(bytes: bytes, name: name)
  }

  @Test(arguments: files.filter { $0 != "-alpha" })
  func `the base picture of a HEIC with a gain map is shown`(kind: String) throws {
    // The same scene, drawn in the same space and stored as JPEG.
    let wanted = try source("display-p3.jpg").decode(atLeast: 1, background: .white).rgb()
    let found = try source("gain-map\(kind).heic").decode(atLeast: 1, background: .white)
    #expect(found.size == PixelSize(width: 240, height: 160))
    #expect(try meanDifference(found.rgb(), wanted) < 4)
  }

  @Test func `the alpha of a HEIC with a gain map is blended`() throws {
    let wanted = try source("rgba.png").decode(atLeast: 1, background: .white).rgb()
    let found = try source("gain-map-alpha.heic").decode(atLeast: 1, background: .white)
    // The HEIC's colours are in Display P3.
    #expect(try meanDifference(found.rgb(), wanted) < 8)
  }

  @Test(arguments: files.filter { $0 != "-alpha" })
  func `the main subject that a photo with a gain map states is read`(kind: String) throws {
    #expect(try source("gain-map\(kind).heic").metadata.subjectArea == [60, 80])
  }

  @Test(arguments: ["", "-cdsc"])
  func `the XMP of a photo with a gain map is read, as Adobe and as Apple write it`(kind: String)
    throws
  {
    let xmp = try #require(try source("gain-map\(kind).heic").metadata.xmp)
    #expect(String(decoding: xmp, as: UTF8.self).contains("xmp:Rating='4'"))
  }

  @Test(arguments: ["gain-map.heic", "gain-map-grid.heic"])
  func `a HEIC whose profile was deleted is read as one without`(name: String) throws {
    let bytes = try fixture("formats/\(name)")
    let emptied = try #require(try emptyingProfiles(of: bytes))
    let found = try PhotoSource(bytes: emptied, name: name)
    #expect(found.header.size == (try source(name).header.size))
    let scan = try PhotoScan.of(emptied, as: .heic, limits: .standard)
    #expect(scan.decodable?.count == emptied.count)
    #expect(try found.decode(atLeast: 1, background: .white).size == found.header.size)
  }

  /// The file as ExifTool leaves it, its profile emptied; `nil` where there is none.
  ///
  /// What that saves follows `meta`, so that nothing behind it moves.
  private func emptyingProfiles(of bytes: [UInt8]) throws -> [UInt8]? {
    let file = ByteView(bytes)
    let meta = try #require(try file.boxes(["meta"], in: 0..<bytes.count).first)
    let iprp = try #require(try file.boxes(["iprp"], in: meta.fullContent).first)
    let ipco = try #require(try file.boxes(["ipco"], in: iprp.content).first)
    guard let colr = try file.boxes(["colr"], in: ipco.content).first else { return nil }
    let saved = colr.range.count - 12
    var emptied = bytes
    emptied.insert(
      contentsOf: box("free", [UInt8](repeating: 0, count: saved - 8)), at: meta.range.upperBound)
    emptied.replaceSubrange(colr.range, with: box("colr", Array("prof".utf8)))
    for outer in [meta, iprp, ipco] {
      let length = UInt32(outer.range.count - saved)
      emptied.replaceSubrange(
        outer.start..<outer.start + 4,
        with: (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) })
    }
    return emptied
  }

  @Test func `a file without a gain map is read as it is`() throws {
    for name in ["hevc.heic", "rotated.heic", "av1.avif"] {
      let bytes = try fixture("formats/\(name)")
      #expect(try PhotoScan.of(bytes, as: .heic, limits: .standard).decodable == nil)
    }
  }

  @Test(arguments: files)
  func `a reduced file keeps its length and cannot be reduced further`(kind: String) throws {
    let bytes = try fixture("formats/gain-map\(kind).heic")
    let reduced = try #require(try PhotoScan.of(bytes, as: .heic, limits: .standard).decodable)
    #expect(reduced.count == bytes.count)
    #expect(try PhotoScan.of(reduced, as: .heic, limits: .standard).decodable == nil)
  }

  @Test(arguments: [2, 3, 4])
  func `Exif's half turns and mirror images apply to a HEIC without its own`(
    orientation: Int
  ) throws {
    let source = try source("exif-\(orientation).heic")
    #expect(source.header.orientation == orientation)
    let wanted = try self.source("hevc.heic").decode(atLeast: 1, background: .white).rgb()
    #expect(try meanDifference(source.decode(atLeast: 1, background: .white).rgb(), wanted) < 2)
  }

  @Test func `more than 10,000 items or references are too much work`() {
    let infe = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("hvc1\0".utf8))
    let many = Array(repeatElement(infe, count: 10_001).joined())
    let reference = box("dimg", [0, 1, 0x4E, 0x20] + [UInt8](repeating: 0, count: 40_000))
    let ispe = box("ispe", [0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 8])
    for (list, what) in [
      (box("iinf", [0, 0, 0, 0, 0x27, 0x11] + many), "items"),
      (box("iref", [0, 0, 0, 0] + reference), "references"),
    ] {
      let meta = box("meta", [0, 0, 0, 0] + list + box("iprp", box("ipco", ispe)))
      #expect(
        throws: ScanProblem.excessive("The HEIF file has more than 10000 \(what), the limit.")
      ) { try PhotoScan.of(meta, as: .heic, limits: .standard) }
    }
  }
}
