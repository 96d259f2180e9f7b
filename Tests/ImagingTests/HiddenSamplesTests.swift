import Imaging
import PhotoGeometry
import Testing

/// A JPEG's blocks reach over its edge, and what an encoder put there is no part of the picture.
@Suite("Samples beyond a JPEG's edge") struct HiddenSamplesTests {
  /// Grey in a size below 64 × 64, and black behind its edges, as tools leave it that cut JPEGs
  /// without loss.
  private func grey(width: Int, height: Int, orientation: Int = 1) throws -> [UInt8] {
    let whole = PixelSize(width: 64, height: 64)
    let samples = TestScene.samples(whole) { x, y in
      [UInt8](repeating: x < width && y < height ? 128 : 0, count: 3)
    }
    var jpeg = try Raster(size: whole, rgb: samples).jpeg(quality: 100)
    let frame = try #require(
      jpeg.indices.dropLast(9).first { jpeg[$0...].starts(with: [0xFF, 0xC0, 0, 17, 8]) })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0, UInt8(height), 0, UInt8(width)])
    let exif = Array("Exif\0\0".utf8) + TestScene.exif(orientation)
    return Array(jpeg.prefix(2)) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
      + jpeg.dropFirst(2)
  }

  private func raster(_ bytes: [UInt8], shrink: Int) throws -> Raster {
    try PhotoSource(bytes: bytes, name: "grey")
      .decode(atLeast: 1 / Double(shrink), background: .white)
  }

  private func isGrey(_ raster: Raster) throws -> Bool {
    largestDifference(try raster.rgb(), .init(repeating: 128, count: 3 * raster.size.area)) <= 4
  }

  @Test(arguments: [1, 2, 4, 8], [(57, 57), (63, 50), (49, 62), (51, 53)])
  func `have no influence, at whatever scale a picture is decoded`(
    shrink: Int, size: (width: Int, height: Int)
  ) throws {
    let found = try raster(try grey(width: size.width, height: size.height), shrink: shrink)
    #expect(found.size.width == (size.width + shrink - 1) / shrink)
    #expect(try isGrey(found))
    #expect(try isGrey(found.resized(to: PixelSize(width: 11, height: 7))))
    #expect(try isGrey(found.resized(to: found.size)))
    #expect(try isGrey(found.shrunk(longEdge: 5)))
    let corner = NormalizedRect(x: 0.7, y: 0.7, width: 0.3, height: 0.3)
    #expect(try isGrey(found.cropped(to: corner, resizedTo: PixelSize(width: 9, height: 9))))
  }

  @Test(arguments: 1...8)
  func `have no influence on a picture that is turned`(orientation: Int) throws {
    let found = try raster(
      try grey(width: 57, height: 51, orientation: orientation), shrink: 4)
    #expect(try isGrey(found))
    #expect(try isGrey(found.resized(to: PixelSize(width: 9, height: 9))))
  }

  @Test func `parts are measured in the stored picture, not in whole samples`() throws {
    // A ramp of 2 a column: its 61 columns are 15.25 samples at a fourth, and the middle stays between
    // columns 30 and 31, where whole samples would have it at column 32.
    let size = PixelSize(width: 61, height: 61)
    let ramp = TestScene.samples(size) { x, _ in [UInt8](repeating: UInt8(2 * x), count: 3) }
    let jpeg = try Raster(size: size, rgb: ramp).jpeg(quality: 100)
    let middle = NormalizedRect(x: 0.25, y: 0, width: 0.5, height: 1)
    for shrink in [1, 2, 4] {
      let found = try raster(jpeg, shrink: shrink)
        .cropped(to: middle, resizedTo: PixelSize(width: 1, height: 1)).rgb()[0]
      #expect(abs(Int(found) - 60) <= 1, "\(found) at 1/\(shrink)")
    }
  }
}
