import Foundation
import Imaging
import PhotoGeometry
import PhotoPipeline
import PhotoStore
import Testing
import _TestSupport

@Suite struct `Raster decoder` {
  @Test(arguments: [
    ("formats/rgb.png", false), ("orientation/6.jpg", true), ("formats/lossy.webp", false),
  ])
  func `an image is decoded once, upright, and costs three bytes a pixel`(
    name: String, isTurned: Bool
  ) throws {
    let loader = ImageLoader(decoder: RasterDecoder(), limits: .app)
    let raster = try loader.imageNow(at: Fixture.url(name))
    #expect(try loader.imageNow(at: Fixture.url(name)) === raster)
    #expect(loader.cache.byteCost == 3 * raster.size.area && raster.size.area > 1)
    #expect(loader.cache.statistics.hits == 1)
    let upright = try loader.imageNow(at: Fixture.url("orientation/1.jpg"))
    if isTurned { #expect(raster.size == upright.size) }
  }

  @Test func `what is no plain file is refused and never waited for`() throws {
    let directory = try TemporaryDirectory()
    let fifo = directory.url.appending(path: "fifo.jpg")
    #expect(mkfifo(fifo.path, 0o600) == 0)
    #expect(throws: POSIXError.self) { try RasterDecoder().decode(fifo) }
  }

  @Test func `an image above the limit is refused before it is decoded`() {
    let loader = ImageLoader(decoder: RasterDecoder(), limits: CacheLimits(byteCost: 10))
    let error = #expect(throws: PhotoprepError.self) {
      try loader.imageNow(at: Fixture.url("formats/rgb.png"))
    }
    #expect(error?.code == .imageTooLarge)
  }

  @Test func `a file that is no image is Imaging's error`() {
    let loader = ImageLoader(decoder: RasterDecoder(), limits: .app)
    #expect(throws: PhotoprepError.self) {
      try loader.imageNow(at: Fixture.url("damaged/text.jpg"))
    }
  }
}
