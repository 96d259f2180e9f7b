import SystemFiles
import SystemPackage

extension FolderNames {
  /// Visits the names in a folder in the order of their bytes; none when the folder is not there.
  static func forEach(
    in folder: FilePath, of fileSystem: any FileSystem,
    _ visit: (FilePath.Component) throws -> Void
  ) throws {
    guard try fileSystem.status(of: folder, followingLinks: true) != nil else { return }
    var names = try FolderNames(in: folder, fileSystem)
    while let name = try names.next() { try visit(name) }
  }
}
