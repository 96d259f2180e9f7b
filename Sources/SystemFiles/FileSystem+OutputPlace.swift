package import SystemPackage

extension FileSystem {
  /// Returns the place for a file that a person named: the path, or the target of its links.
  ///
  /// A file is replaced by renaming another one over it, which would also replace a link, a FIFO or a device.
  ///
  /// - Throws: `not-found` when its folder is not there, `is-a-directory`, `not-a-regular-file`; the
  ///   codes of file calls.
  package func outputPlace(for path: FilePath) throws(PhotoprepError) -> FilePath {
    var place = path
    for _ in 0...linkLimit {
      switch try status(of: place, followingLinks: false)?.kind {
      case .regular: return place
      case .directory: throw .outputNotAFile(path, .directory)
      case .special: throw .outputNotAFile(path, .special)
      case .symbolicLink:
        place = place.removingLastComponent().pushing(try destination(ofLink: place))
      case nil:
        let folder = place.removingLastComponent()
        let parent = try status(of: folder.isEmpty ? "." : folder, followingLinks: true)
        guard parent?.kind == .directory else { throw .outputFolderMissing(path) }
        return place
      }
    }
    throw PhotoprepError(.create, path, .tooManySymbolicLinkLevels)
  }
}

/// The most symbolic links to follow for one place; as many as Linux follows.
private let linkLimit = 40

extension PhotoprepError {
  fileprivate static func outputFolderMissing(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(
      .notFound, path: path.string, message: "The file cannot be written: there is no such folder.",
      remedy: "Make the folder, or name a file in one that is there.")
  }

  fileprivate static func outputNotAFile(
    _ path: FilePath, _ kind: FileStatus.Kind
  ) -> PhotoprepError {
    PhotoprepError(
      kind == .directory ? .isADirectory : .notARegularFile, path: path.string,
      message: "The file cannot be written: this is \(kind.phrase).",
      remedy: kind == .directory ? "Name a file in it." : "Name another file.")
  }
}
