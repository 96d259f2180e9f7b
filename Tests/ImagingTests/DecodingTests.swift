import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import Imaging

@Suite("Decoding") struct DecodingTests {
  @Test(arguments: [
    (1, 64), (0.51, 64), (0.5, 32), (0.26, 32), (0.25, 16), (0.13, 16), (0.125, 8), (0.01, 8),
  ])
  func `a JPEG is decoded at the smallest scale that is large enough`(scale: Double, width: Int)
    throws
  {
    let size = PixelSize(width: 64, height: 48)
    let raster = try Raster(size: size, rgb: [UInt8](repeating: 90, count: 3 * size.area))
    let source = try PhotoSource(bytes: try raster.jpeg(quality: 85), name: "scaled")
    let found = try source.decode(atLeast: scale, background: .white)
    #expect(found.size == PixelSize(width: width, height: width * 3 / 4))
  }

  @Test(arguments: [(40, 1), (1, 1), (3, 90)])
  func `a grey JPEG and a WebP of a few columns or rows keep one of each`(
    width: Int, height: Int
  ) throws {
    let size = PixelSize(width: width, height: height)
    let raster = try Raster(size: size, rgb: [UInt8](repeating: 90, count: 3 * size.area))
    let grey = try raster.picture.encodedJPEG(quality: 85, isGrey: true)
    for file in [grey, try raster.file(.webp, quality: 80)] {
      let found = try PhotoSource(bytes: file, name: "thin").decode(
        atLeast: 0.01, background: .white)
      #expect(found.size.width >= 1 && found.size.height >= 1)
      #expect(found.size.longEdge >= size.longEdge / 8)
    }
  }

  @Test func `a PNG is always decoded at full size`() throws {
    let source = try PhotoSource(bytes: TestScene.png(1), name: "png")
    #expect(try source.decode(atLeast: 0.1, background: .white).size == TestScene.size)
  }

  @Test func `the header describes the stored picture`() throws {
    let png = TestPNG(
      width: 2, height: 1, kind: .greyAlpha, bitDepth: 16,
      samples: [UInt8](repeating: 0, count: 8)
    ).bytes
    #expect(
      try PhotoSource(bytes: png, name: "png").header
        == PhotoHeader(
          format: .png, storedSize: PixelSize(width: 2, height: 1), orientation: 1))
  }

  @Test func `200 parallel loads leave no memory behind`() async {
    await #expect(processExitsWith: .success) {
      let files = [try TestScene.jpeg(6), TestScene.png(3), TestScene.tiff(8), [0xFF, 0xD8, 0xFF]]
      @Sendable func load(_ number: Int) {
        let source = try? PhotoSource(bytes: files[number % files.count], name: "\(number)")
        let raster = try? source?.decode(atLeast: 1, background: .white)
        _ = try? raster?.shrunk(longEdge: 9).jpeg(quality: 85)
      }
      DispatchQueue.concurrentPerform(iterations: 200) { load($0) }
      // A thread of libvips frees its own buffers after it has said that the picture is done, so
      // that what it holds is waited for; what leaked would never go.
      for _ in 0..<600 where Libvips.trackedMemory != [0, 0] { usleep(100_000) }
      exit(Libvips.trackedMemory == [0, 0] ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test(.enabled(if: SharedFolder.has("photos/formats")))
  func `every format of the collection is decoded`() throws {
    let folder = try #require(SharedFolder.url("photos/formats"))
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let source = try PhotoSource(bytes: try shared("photos/formats/\(file)"), name: file)
      let raster = try source.decode(atLeast: 0.1, background: .white)
      #expect(raster.size.longEdge >= source.header.size.longEdge / 10, "\(file)")
    }
  }
}
