import Foundation
package import PhotoStore
package import SystemFiles
package import SystemPackage

struct StorePaths: Sendable {
  let container: FilePath
  let layout: ContainerLayout
  let images: FilePath
  let albums: FilePath
  let designs: FilePath
  let photos: FilePath
  let privateFolder: FilePath
  let staging: FilePath
  let trash: FilePath
  let journal: FilePath
  /// Commits that could not be ended, with their staged files; made on demand.
  let aside: FilePath
  /// One empty file for each file that a person keeps, with its name.
  let pins: FilePath
  /// One empty file for each photo that a person removed, with its identifier.
  let removed: FilePath
  /// One empty file for each record that `rm` is about to move to the trash, with its identifier; made on demand.
  let removing: FilePath
  /// Where an App Group container holds its app's preferences.
  let preferences: FilePath
  let catalog: FilePath
  let lock: FilePath

  init(_ container: FilePath, _ layout: ContainerLayout) {
    (self.container, self.layout) = (container, layout)
    images = container.appending(layout.images)
    albums = container.appending(layout.albums)
    designs = container.appending(layout.designs)
    photos = container.appending(layout.photos)
    privateFolder = container.appending(ContainerLayout.privateFolder)
    staging = privateFolder.appending("staging")
    trash = privateFolder.appending("trash")
    journal = privateFolder.appending("journal")
    aside = privateFolder.appending("aside")
    pins = privateFolder.appending("pins")
    removed = privateFolder.appending("removed")
    removing = privateFolder.appending("removing")
    preferences = container.appending("Library").appending("Preferences")
    catalog = privateFolder.appending("catalog.sqlite")
    lock = privateFolder.appending("lock")
  }

  /// The file beside commits that could not be ended that says why, as one line of text.
  static let reasonFile = "reason.txt"

  static let newCatalogPrefix = "catalog.new-"

  /// The folders a store consists of, each after the one it is in.
  var folders: [FilePath] {
    layout.folders.map { container.appending($0) } + [privateFolder, staging, trash, journal]
  }

  static func settings(in container: FilePath) -> FilePath {
    container.appending(ContainerLayout.privateFolder).appending(ContainerLayout.settingsFile)
  }

  /// What a document is called in messages: its place in the container, or its whole path.
  func label(of document: FilePath) -> String {
    let (text, container) = (document.string, container.string)
    guard text.hasPrefix(container) else { return text }
    return String(text.dropFirst(container.count).drop { $0 == "/" })
  }

  func image(_ name: StoredFileName) -> FilePath { images.appending(name.description) }

  func folder(of kind: StoreDocument.Kind) -> FilePath { kind == .design ? designs : albums }

  func record(_ id: RecordID) -> FilePath { photos.appending(id.fileName) }
}

extension FileSystem {
  /// Reads a record, a design, an album or another document; symbolic links are not followed.
  ///
  /// - Throws: `too-large` for more bytes than a document may have.
  func readDocument(at path: FilePath) throws(PhotoprepError) -> [UInt8] {
    try readFile(at: path, limit: PhotoContainer.documentByteLimit, followingLinks: false).bytes
  }

  /// Reads a record from its place, or from the trash.
  ///
  /// - Throws: `unreadable-document`, `document-too-new`.
  func record(at path: FilePath) throws(PhotoprepError) -> PhotoRecord {
    try PhotoRecord(bytes: try readDocument(at: path), path: path.string)
  }

  /// Whether anything has a path, including a link that leads nowhere.
  func has(_ path: FilePath) throws(PhotoprepError) -> Bool {
    try status(of: path, followingLinks: false) != nil
  }

  /// Whether a regular file, of so many bytes if that is given, has a path; a link to one does not count.
  func hasFile(at path: FilePath, of byteCount: Int? = nil) throws(PhotoprepError) -> Bool {
    guard let status = try status(of: path, followingLinks: false) else { return false }
    return status.kind == .regular && status.size == byteCount ?? status.size
  }

  /// The names in a small folder; none when the folder is not there, as a container may have lost an empty one when it
  /// was copied.
  func names(in folder: FilePath) throws(PhotoprepError) -> [FilePath.Component] {
    guard try status(of: folder, followingLinks: true) != nil else { return [] }
    return try list(folder)
  }

  /// Returns where a file that a person named is to be put, which is in no folder that a store keeps its files in.
  ///
  /// - Throws: `in-store`; as ``outputPlace(for:)``.
  package func placeOutsideStores(for path: FilePath) throws(PhotoprepError) -> FilePath {
    let place = try outputPlace(for: path)
    let named = place.removingLastComponent()
    let folder = try realPath(of: named.isEmpty ? "." : named)
    let container = folder.removingLastComponent()
    let isPrivate = folder.components.contains { $0.string == ContainerLayout.privateFolder }
    if isPrivate { throw .isInStore(path) }
    let mark = container.appending(ContainerLayout.privateFolder)
    guard try status(of: mark, followingLinks: true)?.kind == .directory else { return place }
    // Of a store whose settings cannot be read the usual names count.
    let layout = (try? PhotoContainer(url: URL(filePath: container.string)))?.layout ?? .standard
    let isOfStore = folder.lastComponent.map { layout.folders.contains($0.string) } ?? false
    if isOfStore { throw .isInStore(path) }
    return place
  }
}

extension PhotoprepError.Code {
  package static let inStore = PhotoprepError.Code("in-store")
}

extension PhotoprepError {
  fileprivate static func isInStore(_ path: FilePath) -> PhotoprepError {
    PhotoprepError(
      .inStore, path: path.string,
      message: "The file cannot be written: this is a folder of a store's own files.",
      remedy: "Name a file in another folder.")
  }
}

extension FolderNames {
  mutating func nextRecord() throws -> RecordID? {
    while let name = try next() {
      if let id = RecordID(fileName: name.string) { return id }
    }
    return nil
  }
}

extension FileSystem {
  /// Whether an app may be adding photos by way of a folder in the staging folder: apps do not take the store's lock.
  func mayBeInUseByApp(_ folder: FilePath, at now: Date) throws(PhotoprepError) -> Bool {
    let isOfApp = folder.lastComponent?.string.hasPrefix(ContainerLayout.appStagingPrefix)
    guard isOfApp == true, let status = try status(of: folder, followingLinks: false) else {
      return false
    }
    let oldest = now.addingTimeInterval(-ContainerLayout.appStagingPatience).nanoseconds
    return status.kind == .directory && status.modified >= oldest
  }
}
