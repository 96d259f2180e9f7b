import Imaging
import PhotoGeometry
import Testing
import _TestSupport

@Suite("Orientation") struct OrientationTests {
  @Test(arguments: 1...8)
  func `a JPEG comes out upright`(orientation: Int) throws {
    let rgb = try upright(try TestScene.jpeg(orientation), orientation)
    let wanted = TestScene.quarters(TestScene.rgb)
    #expect(largestDifference(TestScene.quarters(rgb), wanted) <= 8)
  }

  @Test(arguments: 1...8)
  func `a PNG comes out upright`(orientation: Int) throws {
    #expect(try upright(TestScene.png(orientation), orientation) == TestScene.rgb)
  }

  @Test(arguments: 1...8)
  func `a PNG with Exif behind its pixels comes out upright`(orientation: Int) throws {
    let (size, rgb) = TestScene.stored(orientation)
    let png = TestPNG(
      width: size.width, height: size.height, samples: rgb,
      behind: [("eXIf", TestScene.exif(orientation))])
    #expect(try upright(png.bytes, orientation) == TestScene.rgb)
  }

  @Test func `a PNG whose Exif has the mark of a JPEG's comes out upright`() throws {
    let (size, rgb) = TestScene.stored(6)
    let png = TestPNG(
      width: size.width, height: size.height, samples: rgb,
      extra: [("eXIf", Array("Exif\0\0".utf8) + TestScene.exif(6))])
    #expect(try upright(png.bytes, 6) == TestScene.rgb)
  }

  @Test func `a picture whose orientation is a signed number comes out upright`() throws {
    let (size, rgb) = TestScene.stored(6)
    var exif = TestScene.exif(6)
    exif[13] = 8
    let png = TestPNG(
      width: size.width, height: size.height, samples: rgb, extra: [("eXIf", exif)])
    #expect(try upright(png.bytes, 6) == TestScene.rgb)
  }

  @Test(arguments: ["exif", "APP1"])
  func `a PNG with Exif in a text comes out upright, unless it has Exif proper`(
    name: String
  ) throws {
    let (size, rgb) = TestScene.stored(6)
    let block = Array("Exif\0\0".utf8) + TestScene.exif(6)
    let digits = block.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let lines = stride(from: 0, to: digits.count, by: 72).map { digits.dropFirst($0).prefix(72) }
    let text =
      "\nexif\n\(String(repeating: " ", count: 6))\(block.count)\n"
      + lines.joined(separator: "\n") + "\n"
    let keyword = Array("Raw profile type \(name)\0".utf8)
    let chunks = [
      ("tEXt", keyword + text.utf8), ("zTXt", keyword + [0] + TestPNG.zlib(Array(text.utf8))),
    ]
    for chunk in chunks {
      let png = TestPNG(width: size.width, height: size.height, samples: rgb, extra: [chunk])
      #expect(try upright(png.bytes, 6) == TestScene.rgb)
      var both = png
      both.behind = [("eXIf", TestScene.exif(1))]
      #expect(try PhotoSource(bytes: both.bytes, name: "both").header.orientation == 1)
    }
    // Fewer digits than the text says.
    let damaged = TestPNG(
      width: size.width, height: size.height, samples: rgb,
      extra: [("tEXt", chunks[0].1.dropLast(3))])
    #expect(try PhotoSource(bytes: damaged.bytes, name: "damaged").header.orientation == 1)
  }

  @Test(arguments: 1...8)
  func `a TIFF comes out upright`(orientation: Int) throws {
    #expect(try upright(TestScene.tiff(orientation), orientation) == TestScene.rgb)
  }

  @Test func `a portrait photo without an orientation stays as it is stored`() throws {
    let stored = TestScene.stored(6)
    let png = TestPNG(
      width: stored.size.width, height: stored.size.height, samples: stored.rgb
    ).bytes
    let raster = try PhotoSource(bytes: png, name: "portrait")
      .decode(atLeast: 1, background: .white)
    #expect(raster.size == stored.size)
    #expect(try raster.rgb() == stored.rgb)
  }

  @Test(
    .enabled(if: SharedFolder.has("hostile/orientation")), arguments: ["Landscape", "Portrait"])
  func `real photos of eight orientations show the same picture`(series: String) throws {
    let pictures = try (0...8).map { number in
      let path = "hostile/orientation/\(series)_\(number).jpg"
      let source = try PhotoSource(bytes: try shared(path), name: path)
      let raster = try source.decode(atLeast: 0.05, background: .white).shrunk(longEdge: 48)
      return (size: raster.size, rgb: try raster.rgb())
    }
    for (number, picture) in pictures.enumerated() {
      #expect(picture.size == pictures[0].size, "\(series)_\(number)")
      #expect(meanDifference(picture.rgb, pictures[0].rgb) < 4, "\(series)_\(number)")
    }
  }

  @Test(
    .enabled(if: SharedFolder.has("photos/formats")),
    arguments: [("iphone_7.heic", 6), ("image1.heic", 1), ("avif-orientation-6.avif", 1)])
  func `HEIF files are turned by Exif only if they have no rotation of their own`(
    file: String, orientation: Int
  ) throws {
    let source = try PhotoSource(bytes: try shared("photos/formats/\(file)"), name: file)
    #expect(source.header.orientation == orientation)
  }

  /// The decoded samples, after a look at the header and the size.
  private func upright(_ bytes: [UInt8], _ orientation: Int) throws -> [UInt8] {
    let source = try PhotoSource(bytes: bytes, name: "scene")
    #expect(source.header.orientation == orientation)
    #expect(source.header.size == TestScene.size)
    let raster = try source.decode(atLeast: 1, background: .white)
    #expect(raster.size == TestScene.size)
    return try raster.rgb()
  }
}
