import PhotoGeometry
package import SystemFiles
package import SystemPackage

/// What a file system for tests does not need to answer itself.
extension FileSystem {
  /// For file systems without links.
  package func contained(in root: FilePath) -> any FileSystem { self }

  /// For file systems with small files only.
  package func readSuffix(of path: FilePath, count: Int) throws(PhotoprepError) -> [UInt8] {
    try readFile(at: path, limit: .max, followingLinks: false).bytes.suffix(count)
  }

  package func statuses(
    of names: [FilePath.Component], in folder: FilePath
  ) throws(PhotoprepError) -> [FileStatus?] {
    var statuses: [FileStatus?] = []
    for name in names {
      statuses.append(try status(of: folder.appending(name), followingLinks: false))
    }
    return statuses
  }
}
