import Imaging
import PhotoGeometry
import Testing

@Suite("Raster") struct RasterTests {
  private func flat(_ width: Int, _ height: Int, _ value: UInt8 = 200) throws -> Raster {
    let size = PixelSize(width: width, height: height)
    return try Raster(size: size, rgb: [UInt8](repeating: value, count: 3 * size.area))
  }

  @Test func `samples are read back as they were stored`() throws {
    #expect(try Raster(size: TestScene.size, rgb: TestScene.rgb).rgb() == TestScene.rgb)
  }

  @Test(arguments: 1...8) func `words are the pixels of an upright picture`(orientation: Int) throws
  {
    let raster = try PhotoSource(bytes: TestScene.jpeg(orientation), name: "scene").decode(
      atLeast: 1, background: .black)
    let rgb = try raster.rgb()
    let words = stride(from: 0, to: rgb.count, by: 3).map {
      0xFF00_0000 | UInt32(rgb[$0]) << 16 | UInt32(rgb[$0 + 1]) << 8 | UInt32(rgb[$0 + 2])
    }
    #expect(try raster.words() == words)
  }

  @Test func `every size from 1 to 300 is exact and has no empty row or column`() throws {
    let source = try flat(157, 91)
    for side in 1...300 {
      let size = PixelSize(width: side, height: 301 - side)
      let result = try source.resized(to: size)
      #expect(result.size == size)
      #expect(try result.rgb() == [UInt8](repeating: 200, count: 3 * size.area), "\(size)")
    }
  }

  @Test func `every crop size from 1 to 90 is resized exactly`() throws {
    let source = try flat(157, 91)
    for side in 1...90 {
      let rect = PixelRect(x: 157 - side, y: 91 - side, width: side, height: side)
      let size = PixelSize(width: 53, height: 91 - side)
      let result = try source.cropped(to: rect, resizedTo: size)
      #expect(result.size == size)
      #expect(try result.rgb() == [UInt8](repeating: 200, count: 3 * size.area), "\(rect)")
    }
  }

  @Test func `a small version averages the pixels`() throws {
    let size = PixelSize(width: 64, height: 32)
    let stripes = TestScene.samples(size) { x, _ in x % 2 == 0 ? [0, 0, 0] : [200, 200, 200] }
    let small = try Raster(size: size, rgb: stripes).shrunk(longEdge: 16)
    #expect(small.size == PixelSize(width: 16, height: 8))
    #expect(largestDifference(try small.rgb(), [UInt8](repeating: 100, count: 384)) <= 1)
  }

  @Test(arguments: [(157, 91, 100), (91, 157, 64), (300, 2, 7), (1, 400, 320), (50, 50, 320)])
  func `a small version has the promised size`(width: Int, height: Int, edge: Int) throws {
    let raster = try flat(width, height)
    #expect(try raster.shrunk(longEdge: edge).size == raster.size.fitting(longEdge: edge))
  }

  @Test func `a very thin picture can be cropped and resized`() throws {
    let thin = try flat(1, 100_000)
    let size = PixelSize(width: 530, height: 530)
    let rect = PixelRect(x: 0, y: 50_000, width: 1, height: 1)
    #expect(try thin.cropped(to: rect, resizedTo: size).size == size)
    #expect(try thin.shrunk(longEdge: 320).size == PixelSize(width: 1, height: 320))
  }

  @Test func `a gradient keeps its place when it is resized`() throws {
    let size = PixelSize(width: 200, height: 4)
    let ramp = TestScene.samples(size) { x, _ in [UInt8(x), UInt8(x), UInt8(x)] }
    let half = try Raster(size: size, rgb: ramp)
      .resized(to: PixelSize(width: 50, height: 4)).rgb()
    for x in 2..<48 {
      // Column x covers columns 4x to 4x + 3, whose mean is 4x + 1.5.
      #expect(abs(Double(half[3 * x]) - (4 * Double(x) + 1.5)) <= 1)
    }
  }
}
