import PhotoGeometry
import PhotoPipeline
import SystemPackage
import Testing
import _TestSupport

// The code of "Make crops on a server", word for word: see DocumentationTests.

func crop(_ photo: FilePath, to aspect: AspectRatio, program: FilePath) throws -> PixelRect {
  var request = CropRequest(inputs: [photo], aspects: [aspect], jobs: 1)
  request.isolation = IsolationSettings(
    executable: program, arguments: ["server", "worker"])
  var rect: PixelRect?
  _ = try CropRun(request).run { event in
    switch event {
    case .crop(let crop): rect = crop.rect
    case .rejected(let rejection): throw rejection
    case .picture: break
    }
  }
  guard let rect else { throw CancellationError() }
  return rect
}

private func main() {
  if CommandLine.arguments.dropFirst().first == "worker" {
    PhotoWorker.run()
    return
  }
}

@Suite struct `The server of the documentation` {
  @Test func `crops a photo in a worker, and says of a file that is none what it is`() throws {
    main()
    let program = FilePath(BuiltProducts.folder.appending(path: "photoprep").path)
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
