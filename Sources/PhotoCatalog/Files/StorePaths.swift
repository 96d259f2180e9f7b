import PhotoStore
import SystemPackage

/// Where everything of one store is.
struct StorePaths: Sendable {
  let container: FilePath
  private let layout: ContainerLayout
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

  /// The prefix of the name of a new catalog that is being made.
  static let newCatalogPrefix = "catalog.new-"

  /// The folders a store consists of, each after the one it is in.
  var folders: [FilePath] {
    layout.folders.map { container.appending($0) } + [privateFolder, staging, trash, journal]
  }

  static func settings(in container: FilePath) -> FilePath {
    container.appending(ContainerLayout.privateFolder).appending(ContainerLayout.settingsFile)
  }

  func image(_ name: StoredFileName) -> FilePath { images.appending(name.description) }

  func folder(of kind: StoreDocument.Kind) -> FilePath { kind == .design ? designs : albums }

  func record(_ id: RecordID) -> FilePath { photos.appending(id.fileName) }
}
