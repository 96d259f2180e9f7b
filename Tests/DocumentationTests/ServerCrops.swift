import PhotoGeometry
import PhotoPipeline
import SystemPackage

/// The crop of a photo, chosen in a worker; `program` is the file of this program.
func crop(_ photo: FilePath, to aspect: AspectRatio, program: FilePath) throws -> PixelRect {
  var request = CropRequest(inputs: [photo], aspects: [aspect], jobs: 1)
  request.isolation = IsolationSettings(
    executable: program, arguments: ["server", "worker"])
  var rect: PixelRect?
  _ = try CropRun(request).run { event in
    switch event {
    case .crop(let crop): rect = crop.rect
    case .rejected(let rejection): throw rejection
    }
  }
  guard let rect else { throw CancellationError() }
  return rect
}
