import Foundation
import PhotoStore
import PhotoWriting

/// Prepares photos for an iPhone's widgets off the main actor, and adds them to an album; ends if its task is cancelled.
///
/// `prepared` gets how many are done. Returns those that could not be prepared, each with the reason.
@concurrent
func addPhotos(
  _ files: [URL], to group: URL, codec: some PhotoCodec,
  prepared: @MainActor @Sendable (Int) -> Void
) async throws -> [(file: URL, reason: any Error)] {
  let writer = try PhotoStoreWriter(container: group, codec: codec)
  var failures: [(file: URL, reason: any Error)] = []
  for (index, file) in files.enumerated() {
    try Task.checkCancellation()
    do {
      let photo = try Data(contentsOf: file, options: .mappedIfSafe)
      try writer.add(photo, named: file.lastPathComponent, toAlbum: "Chosen")
    } catch {
      failures.append((file, error))
    }
    await prepared(index + 1)
  }
  return failures
}
