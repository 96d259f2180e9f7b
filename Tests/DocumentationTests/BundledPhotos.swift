import Foundation
import PhotoWriting

/// Copies the folder `Container` out of the app; what is there already is not copied again.
@concurrent
func installPhotos(from bundle: Bundle = .main, into group: URL) async throws {
  guard let container = bundle.url(forResource: "Container", withExtension: nil) else { return }
  try ContainerCopy(into: group).add(from: container, updating: true)
}
