internal import Foundation
internal import PhotoPipeline
internal import PhotoStore
internal import SystemPackage

/// An album as the page asks for it.
struct AlbumForm: Decodable {
  /// Its name.
  let name: String
  /// Its photos, by the names of their records and by no others: what is named otherwise could be any file.
  private let photos: [String]

  /// Makes the album in a store, as `album make` does.
  ///
  /// - Throws: An ``EditProblem``; a `PhotoprepError`, `album-exists` and `name-invalid` among them.
  func make(in store: FilePath) throws -> AlbumChange {
    let ids = photos.compactMap(RecordID.init(_:))
    guard ids.count == photos.count, !ids.isEmpty, !name.isEmpty else {
      throw EditProblem(description: "An album needs a name, and names of records.")
    }
    do {
      return try AlbumKeeping.make(
        AlbumSettings(name: name), of: AlbumPhotos(paths: ids.map { FilePath($0.description) }),
        in: store)
    } catch let refusal as AlbumRefusal {
      throw refusal.rejections.first ?? refusal as any Error
    }
  }
}
