/// The folders of a container and the names the store's own settings may give them.
///
/// The names are the published app's, so that its App Group container works unchanged; another app
/// renames the first two in `.photoprep/store.json`.
public struct ContainerLayout: Hashable, Sendable {
  /// The name of the folder of masters and renders.
  public let images: String
  /// The name of the folder of albums.
  public let albums: String
  /// The name of the folder of designs.
  public let designs = "Designs"
  /// The name of the folder of records.
  public let photos = "Photos"
  /// The folder that only this software uses.
  public static let privateFolder = ".photoprep"
  /// The prefix of the names of an app's folders in the staging folder, which runs of `photoprep` do not use.
  package static let appStagingPrefix = "app-"
  /// The age from which on such a folder counts as abandoned, in seconds: a day, ours; a photo takes seconds.
  package static let appStagingPatience = 86_400.0
  /// The settings file inside ``privateFolder``.
  public static let settingsFile = "store.json"
  /// The newest version of a store that this software reads and writes.
  public static let version = 2

  /// The published app's folders.
  public static let standard = ContainerLayout()
  /// The folders by which a store, or a container of the published app, is known.
  package static let marks = [privateFolder, standard.images]
  /// The key of the published app's preferences that holds its designs.
  package static let designsKey = "widgetweaver.specs.v1"

  private init() {
    images = "WidgetWeaverImages"
    albums = "WidgetWeaverSmartPhoto"
  }

  /// Makes a layout with other names for the folders of images and of albums.
  ///
  /// - Parameters:
  ///   - images: The name of the folder of images.
  ///   - albums: The name of the folder of albums.
  ///   - path: The container, for the error.
  /// - Throws: `name-invalid` when a name is not a plain folder name, or when two folders would be the same.
  public init(
    images: String = standard.images, albums: String = standard.albums, path: String
  ) throws(PhotoprepError) {
    (self.images, self.albums) = (images, albums)
    for name in [images, albums] where FileNameRule.sanitized(name) != name {
      throw PhotoprepError(
        .nameInvalid, path: path,
        message: "'\(name)' cannot be the name of a folder in a container.",
        remedy: "Use one name without '/', not starting with a dot.")
    }
    // Folders that differ only in case are one folder on most Apple file systems.
    if Set(folders.map { $0.lowercased() }).count < folders.count {
      throw PhotoprepError(
        .nameInvalid, path: path,
        message: "The folders \(folders.joined(separator: ", ")) are not all different.",
        remedy: "Choose another name.")
    }
  }

  package var folders: [String] { [images, albums, designs, photos] }

  package var settings: [UInt8] {
    JSONValue.object([
      "version": .integer(Self.version), "imagesFolder": .string(images),
      "albumsFolder": .string(albums),
    ]).canonicalBytes
  }

  /// Reads a settings file.
  ///
  /// - Throws: `store-too-new` for a version above ``version``, `store-settings` for anything that is not a settings
  ///   file, `name-invalid` for names that cannot be folders'.
  package init(settings: [UInt8], path: String) throws(PhotoprepError) {
    let object: [String: JSONValue]
    do { object = try JSONValue.document(settings, path: path) } catch {
      throw .settingsUnreadable(path: path, detail: "\(error)")
    }
    guard let version = object["version"]?.integer, version >= 1 else {
      throw .settingsUnreadable(path: path, detail: nil)
    }
    guard version <= Self.version else {
      throw PhotoprepError(
        .storeTooNew, path: path,
        message:
          "The store has version \(version); this software knows versions up to \(ContainerLayout.version).",
        remedy: "Update photoprep.")
    }
    try self.init(
      images: object["imagesFolder"]?.string ?? Self.standard.images,
      albums: object["albumsFolder"]?.string ?? Self.standard.albums, path: path)
  }
}

extension PhotoprepError {
  static func settingsUnreadable(path: String, detail: String?) -> PhotoprepError {
    PhotoprepError(
      .storeSettings, path: path, message: "The store's settings cannot be read.",
      remedy: "Restore the file from a backup.", detail: detail)
  }
}
