import PhotoStore
import SystemFiles
import SystemPackage

extension TrashedFile {
  /// How long the trash keeps a file, in seconds: seven days.
  static let keepingTime = 7 * 86_400

  func place(in paths: StorePaths) -> FilePath {
    switch origin {
    case .images: paths.images.appending(name)
    case .photos: paths.photos.appending(name)
    case .albums: paths.albums.appending(name)
    }
  }

  /// Returns a free path in the trash; its name has the second of removal, raised until no other file has the name.
  func freePath(in trash: FilePath, of fileSystem: any FileSystem) throws -> FilePath {
    var file = self
    while try fileSystem.has(trash.appending(file.trashName)) {
      file = TrashedFile(origin, name, at: file.second + 1)
    }
    return trash.appending(file.trashName)
  }

  /// Visits the files in the trash in the order of their names there, the oldest first.
  static func forEach(
    in trash: FilePath, of fileSystem: any FileSystem,
    _ visit: (TrashedFile, FilePath, FileStatus) throws -> Void
  ) throws {
    try FolderEntries.forEach(in: trash, of: fileSystem) { name, status in
      guard let file = TrashedFile(name.string), status.kind == .regular else { return }
      try visit(file, trash.appending(name), status)
    }
  }
}
