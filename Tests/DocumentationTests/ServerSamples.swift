import PhotoGeometry
import PhotoPipeline
import SystemPackage
import Testing
import _TestSupport

@Suite struct `The server of the documentation` {
  @Test func `crops a photo in a worker, and says of another file what it is`() throws {
    #expect(!hasServedAsWorker())
    let program = FilePath(BuiltProducts.photoprep.path)
    let square = AspectRatio(width: 1, height: 1)
    let photo = FilePath(Fixture.url("scenes/boats.jpg").path)
    let rect = try crop(photo, to: square, program: program)
    #expect(rect.width == rect.height && rect.width == 1200)
    let text = FilePath(SharedFolder.packageRoot.appending(path: "README.md").path)
    let rejection = #expect(throws: Rejection.self) {
      try crop(text, to: square, program: program)
    }
    #expect(rejection?.code == "unsupported-format")
  }
}
