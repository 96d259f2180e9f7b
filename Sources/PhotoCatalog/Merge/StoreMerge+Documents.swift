import PhotoStore
import SystemFiles
import SystemPackage

extension StoreMerge {
  mutating func mergeDocuments(_ kind: StoreDocument.Kind) throws {
    let folders = (source.paths.folder(of: kind), target.paths.folder(of: kind))
    for name in try source.names(in: folders.0)
    where !name.isHidden && name.string.hasSuffix(".json") && mayGoOn() {
      do throws(PhotoprepError) {
        try mergeDocument(kind, name, from: folders.0, to: folders.1)
      } catch {
        if kind == .album { refusedAlbums.insert(name.string) }
        try refuse(kind == .album ? .album : .design, name.string, error)
      }
    }
  }

  private mutating func mergeDocument(
    _ kind: StoreDocument.Kind, _ name: FilePath.Component, from folder: FilePath,
    to other: FilePath
  ) throws(PhotoprepError) {
    let (path, place) = (folder.appending(name), other.appending(name))
    guard FileNameRule.sanitized(name.string) == name.string else {
      throw .packagedNameInvalid(path.string, name.string)
    }
    let bytes = try document(at: path, in: source)
    let document = try StoreDocument(kind, bytes: bytes, path: path.string)
    var mentions: [String] = []
    for name in document.mentions where try source.has(source.paths.images.appending(name)) {
      mentions.append(name)
    }
    named.formUnion(document.references.filter(\.isImage).map(\.name) + mentions)
    let taken = try filing { () throws(PhotoprepError) in
      try target.fileSystem.status(of: place, followingLinks: false)
    }
    if let taken {
      guard taken.kind == .regular, taken.size == bytes.count,
        try self.document(at: place, in: target) == bytes
      else { throw .differentContent(path, than: place) }
    }
    // Also for a document that is there, because the target may have lost an image.
    for reference in document.references where try !comes(reference) {
      throw .dependsOnConflict(path, reference.name)
    }
    for name in mentions where try !comes(image: name) { throw .dependsOnConflict(path, name) }
    if taken != nil {
      summary.othersPresent += 1
      return
    }
    let move = try stage(bytes, toBecome: name.string)
    if kind == .album { batch.albums.append(move) } else { batch.designs.append(move) }
    pending.append(.added(kind == .album ? .album : .design, name: name.string))
    if let version = document.newerVersion {
      pending.append(
        .newer(kind == .album ? .album : .design, name: name.string, version: version))
    }
  }

  /// Whether the target has, or is about to have, what a document of the source names.
  private mutating func comes(_ reference: FileReference) throws(PhotoprepError) -> Bool {
    guard reference.isImage else { return !refusedAlbums.contains(reference.name) }
    return try comes(image: reference.name)
  }

  /// Whether the target has, or is about to have, an image of the source.
  mutating func comes(image name: String) throws(PhotoprepError) -> Bool {
    if let file = StoredFileName(name), try source.has(source.paths.record(file.record)) {
      if refusedPhotos.contains(file.record) { return false }
      // An earlier framing by hand does not come with its photo.
      if !file.role.isByHand { return true }
    }
    return try mergeImage(name)
  }

  private func document(at path: FilePath, in store: Store) throws(PhotoprepError) -> [UInt8] {
    try filing { () throws(PhotoprepError) in
      try store.fileSystem.readFile(
        at: path, limit: PhotoContainer.documentByteLimit, followingLinks: false)
    }.bytes
  }
}
