public import PhotoStore
import SystemFiles
public import SystemPackage

extension Store {
  /// Returns the file name of an album that a person named with or without `.json`.
  ///
  /// - Throws: `name-invalid` when it can be no file's name in the folder of albums.
  public static func albumFileName(_ name: String) throws(PhotoprepError) -> String {
    try Album.fileName(named: name)
  }

  /// Where an album's file is.
  public func albumPath(_ fileName: String) -> FilePath { paths.albums.appending(fileName) }

  /// The file names of all albums, in the order of their bytes.
  ///
  /// - Throws: The codes of file calls when the folder of albums cannot be read.
  public func albumNames() throws(PhotoprepError) -> [String] {
    try filing { () throws(PhotoprepError) in
      guard try fileSystem.status(of: paths.albums, followingLinks: true) != nil else { return [] }
      return try fileSystem.list(paths.albums).map(\.string)
        .filter { $0.hasSuffix(".json") && !FileNameRule.isHidden($0) }
    }
  }

  /// Reads an album by its file name.
  ///
  /// - Throws: `not-found`, `unreadable-document`; the codes of file calls.
  public func album(_ fileName: String) throws(PhotoprepError) -> Album {
    let place = albumPath(fileName)
    let contents = try filing { () throws(PhotoprepError) in
      try fileSystem.readFile(
        at: place, limit: PhotoContainer.documentByteLimit, followingLinks: false)
    }
    return try Album(bytes: contents.bytes, path: place.string)
  }

  /// The images an album names that are not in the folder of images, sorted.
  ///
  /// - Throws: The codes of file calls.
  public func missingImages(of album: Album) throws(PhotoprepError) -> [String] {
    try missingImages(album.allReferencedFileNames)
  }

  /// Those of some images that are not in the folder of images, in their order.
  ///
  /// - Throws: The codes of file calls.
  public func missingImages(_ names: [String]) throws(PhotoprepError) -> [String] {
    try filing { () throws(PhotoprepError) in
      var missing: [String] = []
      for name in names {
        let status = try fileSystem.status(of: paths.images.appending(name), followingLinks: true)
        if status?.kind != .regular { missing.append(name) }
      }
      return missing
    }
  }
}

extension Store {
  /// Refuses a name that an album has.
  ///
  /// - Throws: `album-exists`; the codes of file calls.
  public func requireFree(_ fileName: String) throws(PhotoprepError) {
    if try has(albumPath(fileName)) { throw .albumExists(albumPath(fileName)) }
  }

  /// Adds an album; one of the same name stays as it is.
  ///
  /// The file is written whole under another name, synchronised and renamed.
  ///
  /// - Throws: `album-exists`; `not-open-for-writing`; `catalog`; the codes of file calls.
  public func addAlbum(_ album: Album, named fileName: String) throws(PhotoprepError) {
    let place = albumPath(fileName)
    // One transaction orders the writers of albums as it does those of records: decision 0301.
    try requireWriting().write { _ in
      guard try fileSystem.status(of: place, followingLinks: false) == nil else {
        throw PhotoprepError.albumExists(place)
      }
      let staged = try stage(album)
      do throws(PhotoprepError) { try fileSystem.place(staged, at: place) } catch {
        throw error.code == .exists ? PhotoprepError.albumExists(place) : error
      }
      try fileSystem.syncDirectory(at: paths.albums)
    }
  }

  /// Changes an album; another process's change comes before or after, never in between.
  ///
  /// An album that `change` leaves as it is, is not written.
  ///
  /// - Returns: What `change` returns.
  /// - Throws: `not-found`, `unreadable-document`; `not-open-for-writing`; `catalog`; the codes of
  ///   file calls.
  public func changeAlbum<Result>(
    _ fileName: String, _ change: (inout Album) -> Result
  ) throws(PhotoprepError) -> Result {
    try requireWriting().write { _ in
      let before = try album(fileName)
      var album = before
      let result = change(&album)
      if album != before {
        try fileSystem.rename(try stage(album), to: albumPath(fileName))
        try fileSystem.syncDirectory(at: paths.albums)
      }
      return result
    }
  }

  /// Gives an album another name; one that something names keeps its own.
  ///
  /// - Throws: `not-found`, `album-exists`, `in-use`; `not-open-for-writing`; `catalog`; the codes of
  ///   file calls.
  public func renameAlbum(_ fileName: String, to newName: String) throws {
    _ = try album(fileName)
    try requireUnused(album: fileName)
    try requireWriting().write { _ in
      let (place, target) = (albumPath(fileName), albumPath(newName))
      do throws(PhotoprepError) { try fileSystem.place(place, at: target) } catch {
        throw error.code == .exists ? PhotoprepError.albumExists(target) : error
      }
      try fileSystem.syncDirectory(at: paths.albums)
    }
  }

  /// Moves an album to the trash; one that something names stays, and so do its photos.
  ///
  /// - Throws: `not-found`, `in-use`; `not-open-for-writing`; `catalog`; the codes of file calls.
  public func removeAlbum(_ fileName: String) throws {
    try requireUnused(album: fileName)
    try requireWriting().write { _ in
      let second = max(0, Int(environment.clock().timeIntervalSince1970))
      let trashed = TrashedFile(.albums, fileName, at: second)
      try fileSystem.place(albumPath(fileName), at: paths.trash.appending(trashed.trashName))
      for folder in [paths.trash, paths.albums] { try fileSystem.syncDirectory(at: folder) }
    }
  }

  private func requireUnused(album fileName: String) throws {
    _ = try references(to: [fileName], onProblem: { throw $0.error }) { file in
      guard !file.documents.isEmpty else { return }
      throw PhotoprepError.albumInUse(fileName, by: file.documents, path)
    }
  }

  private func stage(_ album: Album) throws(PhotoprepError) -> FilePath {
    try makeStagingFolder()
    let staged = "\(nextNumber())-album.json"
    try write(album.bytes, staged: staged)
    return stagingFolder.appending(staged)
  }
}

extension PhotoprepError.Code {
  /// There is an album of this name already.
  public static let albumExists = PhotoprepError.Code("album-exists")
}

extension PhotoprepError {
  static func albumExists(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(
      .albumExists, path: path.string, message: "There is an album of this name already.",
      remedy: "Use another --name, or 'photoprep album add'.")
  }

  static func albumInUse(
    _ name: String, by documents: [String], _ store: FilePath
  ) -> PhotoprepError {
    PhotoprepError(
      .inUse, path: store.string,
      message: "The album \(name) is in use by \(documents.joined(separator: ", ")).",
      remedy: "Let that show another album, or remove it, first.")
  }
}
