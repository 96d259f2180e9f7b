import Foundation
import PhotoStore
import PhotoWriting

/// Prepares a photo and adds it to an album, which takes seconds: call it off the main actor.
nonisolated func addPhoto(
  _ file: URL, to group: URL, codec: some PhotoCodec
) throws -> PhotoRecord {
  let writer = try PhotoStoreWriter(container: group, codec: codec)
  let photo = try Data(contentsOf: file, options: .mappedIfSafe)
  return try writer.add(photo, named: file.lastPathComponent, toAlbum: "Chosen")
}
