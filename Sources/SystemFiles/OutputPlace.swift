package import SystemPackage

extension FileSystem {
  /// Returns where a file that a person named can be put: a path at which nothing is yet.
  ///
  /// - Throws: `not-found` when its folder is not there, `is-a-directory` and `already-exists`.
  package func outputPlace(for path: FilePath) throws(SystemError) -> FilePath {
    let folder = path.removingLastComponent()
    let parent = try status(of: folder.isEmpty ? "." : folder, followingLinks: true)
    guard parent?.kind == .directory else { throw .outputFolderMissing(path, folder) }
    if try status(of: path, followingLinks: true)?.kind == .directory {
      throw .outputIsAFolder(path)
    }
    return path
  }
}

extension SystemError {
  fileprivate static func outputFolderMissing(_ path: FilePath, _ folder: FilePath) -> SystemError {
    SystemError(
      .notFound, path: path, message: "The file was not written: there is no such folder.",
      recovery: "Make the folder, or name a file in one that is there.")
  }

  fileprivate static func outputIsAFolder(_ path: FilePath) -> SystemError {
    SystemError(
      .isADirectory, path: path, message: "The file was not written: this is a folder.",
      recovery: "Name a file in it.")
  }
}
