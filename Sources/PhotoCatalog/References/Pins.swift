public import PhotoStore
import SystemFiles
import SystemPackage

/// The files a person keeps, whatever designs and albums say.
///
/// A pin is an empty file with the name of the file it keeps, so that two processes that set pins at
/// the same time do not meet, and none can be half-written.
enum Pins {
  /// What stands in place of a document's name where a pin refers to a file.
  static let label = "pin"
}

extension Store {
  /// Keeps files, whether or not anything names them.
  ///
  /// - Parameter names: Names of files in the folder of images, or names of prepared photos,
  ///   `<photo>-<recipe>` or `<photo>`, which keep all their files.
  /// - Returns: The names that are pinned now, sorted.
  /// - Throws: `not-open-for-writing`; `name-invalid`; `not-found` when there is no such file or
  ///   photo; the codes of file calls.
  public func pin(_ names: [String]) throws(PhotoprepError) -> [String] {
    _ = try requireWriting()
    var pinned: Set<String> = []
    for name in names { pinned.formUnion(try files(meantBy: name)) }
    return try filing { () throws(PhotoprepError) in
      try fileSystem.createDirectory(at: paths.pins)
      for name in pinned {
        let pin = paths.pins.appending(name)
        if try fileSystem.status(of: pin, followingLinks: false) == nil {
          try fileSystem.createFile(at: pin, bytes: [])
        }
      }
      try fileSystem.syncDirectory(at: paths.pins)
      try fileSystem.syncDirectory(at: paths.privateFolder)
      return pinned.sorted()
    }
  }

  /// Lets files go that were pinned; what designs and albums name stays in use.
  ///
  /// - Parameter names: As for ``pin(_:)``; a file need not be there any more.
  /// - Returns: The names that were pinned and are not any more, sorted.
  /// - Throws: `not-open-for-writing`; `name-invalid`; the codes of file calls.
  public func unpin(_ names: [String]) throws(PhotoprepError) -> [String] {
    _ = try requireWriting()
    var released: [String] = []
    for name in names {
      guard let plain = FileNameRule.sanitized(name), plain == name else {
        throw .noImageName(name, path)
      }
      let photo = PhotoNames(name)
      for pin in try pins() where pin == name || photo?.names(pin) == true {
        try filing { () throws(PhotoprepError) in
          try fileSystem.removeFile(at: paths.pins.appending(pin))
        }
        released.append(pin)
      }
    }
    try filing { () throws(PhotoprepError) in
      if !released.isEmpty { try fileSystem.syncDirectory(at: paths.pins) }
    }
    return Set(released).sorted()
  }

  /// The names that are pinned, sorted.
  ///
  /// - Throws: The codes of file calls.
  public func pins() throws(PhotoprepError) -> [String] {
    try filing { () throws(PhotoprepError) in
      guard try fileSystem.status(of: paths.pins, followingLinks: false) != nil else { return [] }
      return try fileSystem.list(paths.pins).filter { !$0.isHidden }.map(\.string)
    }
  }

  /// The files in the folder of images that a name stands for.
  private func files(meantBy name: String) throws(PhotoprepError) -> [String] {
    guard FileNameRule.sanitized(name) == name else { throw .noImageName(name, path) }
    if try hasImage(name) { return [name] }
    guard let photo = PhotoNames(name) else { throw .noSuchImage(name, path) }
    var names: [String] = []
    do {
      try forEachRecord { id, record in
        guard photo.includes(id), case .success(let record) = record else { return }
        names += record.preparation.files.map(\.name.description) + record.otherFileNames
      }
    } catch { throw PhotoprepError(error, catalog: path.string) }
    if names.isEmpty { throw .noSuchImage(name, path) }
    return names
  }

  private func hasImage(_ name: String) throws(PhotoprepError) -> Bool {
    try filing { () throws(PhotoprepError) in
      let place = paths.images.appending(name)
      return try fileSystem.status(of: place, followingLinks: false)?.kind == .regular
    }
  }
}

/// A prepared photo as a person names it: `<photo>`, or `<photo>-<recipe>`.
struct PhotoNames {
  private let photo: PhotoID
  private let recipe: RecipeID?

  /// Reads a name; `nil` when it is neither.
  init?(_ name: String) {
    if let photo = PhotoID(name) {
      (self.photo, recipe) = (photo, nil)
    } else if let id = RecordID(fileName: name.hasSuffix(".json") ? name : "\(name).json") {
      (photo, recipe) = (id.photo, id.recipe)
    } else {
      return nil
    }
  }

  /// Whether this is what a record is about.
  func includes(_ id: RecordID) -> Bool {
    id.photo == photo && (recipe == nil || recipe == id.recipe)
  }

  /// Whether a file is one of this photo's, by its name.
  func names(_ file: String) -> Bool {
    if let record = StoredFileName(file)?.record ?? RecordID(fileName: file) {
      return includes(record)
    }
    let parts = recipe.map { "\(photo)-\($0)" } ?? "\(photo)-"
    return ImageFileKind(file) == .own && file.contains("-manual-\(parts)")
  }
}

extension PhotoprepError {
  fileprivate static func noImageName(_ name: String, _ store: FilePath) -> PhotoprepError {
    PhotoprepError(
      .nameInvalid, path: store.string,
      message: "'\(name)' cannot be the name of a file in the folder of images.",
      remedy: "Use a name as 'photoprep store list --json' shows it.")
  }

  fileprivate static func noSuchImage(_ name: String, _ store: FilePath) -> PhotoprepError {
    PhotoprepError(
      .notFound, path: store.string, message: "There is no file and no photo named '\(name)' here.",
      remedy: "'photoprep store list --json' shows the names there are.")
  }
}
