import PhotoStore
import SystemFiles
import SystemPackage

/// A folder of documents that say which files are in use.
struct ReferenceRoot {
  /// What the documents in a folder are.
  enum Kind: Hashable {
    case designs
    case albums
    case preferences
  }

  let kind: Kind
  let folder: FilePath
  /// The catalog's key of the folder: its place inside the container, which stays valid when the container is moved,
  /// or its whole path.
  let key: String
  /// Whether the folder must be there.
  let isRequired: Bool

  /// The roots of a store: its designs, its albums, the preferences of the app whose container it is, and the folders
  /// that a person named.
  static func all(of paths: StorePaths, and folders: [FilePath]) -> [ReferenceRoot] {
    let own = [
      ReferenceRoot(kind: .designs, folder: paths.designs, in: paths),
      ReferenceRoot(kind: .albums, folder: paths.albums, in: paths),
      ReferenceRoot(kind: .preferences, folder: paths.preferences, in: paths),
    ]
    return own
      + folders.map { folder in
        ReferenceRoot(kind: .designs, folder: folder, key: folder.string, isRequired: true)
      }
  }

  private init(kind: Kind, folder: FilePath, key: String, isRequired: Bool) {
    (self.kind, self.folder, self.key, self.isRequired) = (kind, folder, key, isRequired)
  }

  private init(kind: Kind, folder: FilePath, in paths: StorePaths) {
    let key = folder.string.dropFirst(paths.container.string.count).drop { $0 == "/" }
    self.init(kind: kind, folder: folder, key: String(key), isRequired: false)
  }

  /// Whether a file that cannot be read as a document is, by its name, a person's notes rather than a damaged
  /// document.
  func isForeign(_ name: String) -> Bool {
    !name.hasEnding(kind == .preferences ? ".plist" : ".json")
  }

  /// A walk over the documents.
  ///
  /// - Parameters:
  ///   - fileSystem: Where they are.
  ///   - visit: Called with each folder that has a document's name; it is walked like any other.
  /// - Returns: The walk.
  func walk(
    in fileSystem: any FileSystem, onFolder visit: @escaping (FilePath) -> Void = { _ in }
  ) -> FileWalk {
    FileWalk(
      [folder],
      passingOver: { path in
        if path != folder, !isForeign(path.lastComponent?.string ?? "") { visit(path) }
        return false
      }, readAhead: FolderEntries.standardReadAhead, in: fileSystem)
  }

  /// Reads the files that a document in this folder names; `nil` when it does not say which files are in use.
  func names(
    in bytes: [UInt8], path: String, readBy reader: any PropertyListReader
  ) throws -> [NamedFile]? {
    switch kind {
    case .designs: try ReferenceDocument.names(ofDesign: bytes, path: path)
    case .albums: try ReferenceDocument.names(ofAlbum: bytes, path: path)
    case .preferences:
      try ReferenceDocument.names(ofPreferences: bytes, path: path, readBy: reader)
    }
  }
}
