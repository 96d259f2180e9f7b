package import PhotoStore
import SystemFiles
import SystemPackage

/// The photos that a person removed, and that no later run prepares again (decision 0804).
///
/// Each is an empty file with the photo's identifier as its name, like a pin: two processes can write some at the same
/// time, and making the catalog again loses none.
package struct RemovedPhotos: StoreWork {
  let store: Store

  private var folder: FilePath { store.paths.removed }

  package init(of store: Store) { self.store = store }

  package func contains(_ photo: PhotoID) throws -> Bool { try fileSystem.has(place(of: photo)) }

  package func all() throws -> Set<PhotoID> {
    Set(try fileSystem.names(in: folder).compactMap { PhotoID($0.string) })
  }

  package func add(_ photos: Set<PhotoID>) throws {
    try store.requireWriting()
    if photos.isEmpty { return }
    try fileSystem.createDirectory(at: folder)
    for photo in photos where try !contains(photo) {
      try fileSystem.createFile(at: place(of: photo), bytes: [])
    }
    try sync()
  }

  /// Forgets that a person removed photos, when they were added again.
  ///
  /// - Throws: `is-a-directory` for a folder in the place of a photo.
  package func forget(_ photos: Set<PhotoID>) throws {
    try store.requireWriting()
    let known = try photos.filter { try contains($0) }
    for photo in known { try removeMark(place(of: photo)) }
    if !known.isEmpty { try sync() }
    try end(photos)
  }

  /// Refuses what is in the place of a folder that removing needs, such as a link, through which no file is made.
  ///
  /// - Throws: `not-a-directory`.
  func requireFolders() throws {
    for folder in [folder, store.paths.removing] {
      switch try fileSystem.status(of: folder, followingLinks: false)?.kind {
      case nil, .directory: continue
      case .symbolicLink: throw PhotoprepError.linkedFolder(folder)
      case .regular, .special:
        throw PhotoprepError(
          .notADirectory, path: folder.string,
          message: "This is a file where the store has a folder.",
          remedy: "Move it out of the store, which makes the folder when it needs it.")
      }
    }
  }

  /// Remembers that a person removed photos, and notes before that their records are about to go, so that a later run
  /// ends what a kill cuts off.
  package func begin(_ photos: Set<PhotoID>, leaving records: Set<RecordID>) throws {
    try fileSystem.createDirectory(at: store.paths.removing)
    for record in try records.subtracting(underWay()) {
      try fileSystem.createFile(at: place(of: record), bytes: [])
    }
    try fileSystem.syncDirectory(at: store.paths.removing)
    try add(photos)
  }

  /// Notes that nothing of photos is about to go any more.
  func end(_ photos: Set<PhotoID>) throws {
    if photos.isEmpty { return }
    let over = try underWay().filter { photos.contains($0.photo) }
    for record in over { try removeMark(place(of: record)) }
    if !over.isEmpty { try fileSystem.syncDirectory(at: store.paths.removing) }
  }

  /// The records that are about to go, or were when a run was cut off.
  package func underWay() throws -> Set<RecordID> {
    Set(try fileSystem.names(in: store.paths.removing).compactMap { RecordID($0.string) })
  }

  /// Removes the file that stands for a photo or a record; a folder in its place is not this software's and stays.
  private func removeMark(_ place: FilePath) throws {
    guard try fileSystem.status(of: place, followingLinks: false)?.kind != .directory else {
      throw PhotoprepError(
        .isADirectory, path: place.string,
        message: "There is a folder here; the store needs an empty file in its place.",
        remedy: "Move it out of the store.")
    }
    try fileSystem.removeFile(at: place)
  }

  private func place(of photo: PhotoID) -> FilePath { folder.appending(photo.description) }

  private func place(of record: RecordID) -> FilePath {
    store.paths.removing.appending(record.description)
  }

  private func sync() throws {
    try fileSystem.syncDirectory(at: folder)
    try fileSystem.syncDirectory(at: store.paths.privateFolder)
  }
}
