import Foundation
import SystemFiles
import SystemPackage
import _TestSupport

/// An empty folder of photos, and the place of a store beside it.
enum FolderOfPhotos {
  static func made() throws -> (directory: TemporaryDirectory, photos: FilePath, store: FilePath) {
    let directory = try TemporaryDirectory()
    let photos = FilePath(directory.url.appending(path: "photos").path)
    try DiskFileSystem().createDirectory(at: photos)
    return (directory, photos, FilePath(directory.url.appending(path: "store").path))
  }
}
