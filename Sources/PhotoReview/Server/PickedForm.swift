internal import Foundation
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

/// Photos that a person picked on the page, for an album, a package or the trash (decision 0712).
struct PickedForm: Decodable {
  /// The name for the album or the package.
  let name: String?
  /// Whether removed photos should be restored.
  let back: Bool?
  /// The photos by the names of their records; other names could mean any file, and are refused.
  private let photos: [String]

  /// The photos' records, at least one, in the order in which they were picked.
  ///
  /// - Throws: An ``EditProblem``.
  func ids() throws -> [RecordID] {
    let ids = photos.compactMap(RecordID.init(_:))
    guard ids.count == photos.count, !ids.isEmpty else {
      throw EditProblem(description: "Give the names of one or more records.")
    }
    return ids
  }

  /// Makes the album in a store, as `album make` does.
  ///
  /// - Throws: An ``EditProblem``; a `PhotoprepError`, `album-exists` and `name-invalid` among them.
  func makeAlbum(in store: FilePath) throws -> AlbumChange {
    guard let name, !name.isEmpty else { throw EditProblem(description: "An album needs a name.") }
    do {
      return try AlbumKeeping.make(
        AlbumSettings(name: name),
        of: AlbumPhotos(paths: try ids().map { FilePath($0.description) }), in: store)
    } catch let refusal as AlbumRefusal {
      throw refusal.rejections.first ?? refusal as any Error
    }
  }
}
