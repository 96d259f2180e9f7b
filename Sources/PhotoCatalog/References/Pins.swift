import PhotoStore
import SystemFiles
import SystemPackage

/// The files that a person keeps, whether or not designs and albums name them.
///
/// A pin is an empty file with the name of the file it keeps, so that two processes can set pins at the same time, and
/// no pin is ever half-written.
package struct Pins: StoreWork {
  /// The text that is shown instead of a document's name for a pin.
  static let label = "pin"

  let store: Store

  package init(of store: Store) { self.store = store }

  /// Keeps files, whether or not anything names them.
  ///
  /// The names are of files in the folder of images, or of prepared photos, `<photo>-<recipe>` or `<photo>`, which keep
  /// all their files. Returns the names that are pinned now, sorted.
  ///
  /// - Throws: `name-invalid`; `not-found` when there is no such file or photo.
  package func add(_ names: [String]) throws -> [String] {
    try store.requireWriting()
    var pinned: Set<String> = []
    for name in names { pinned.formUnion(try files(meantBy: name)) }
    try fileSystem.createDirectory(at: paths.pins)
    for name in pinned {
      let pin = paths.pins.appending(name)
      if try !fileSystem.has(pin) { try fileSystem.createFile(at: pin, bytes: []) }
    }
    try fileSystem.syncDirectory(at: paths.pins)
    try fileSystem.syncDirectory(at: paths.privateFolder)
    return pinned.sorted()
  }

  /// Removes the pins of files; a file that designs or albums name stays in use.
  ///
  /// The names are as for ``add(_:)``; a file need not be there any more. Returns those that were pinned, sorted.
  ///
  /// - Throws: `name-invalid`.
  package func remove(_ names: [String]) throws -> [String] {
    try store.requireWriting()
    var released: [String] = []
    for name in names {
      try requireFileName(name)
      let photo = PhotoNames(name)
      for pin in try self.names() where pin == name || photo?.names(pin) == true {
        try fileSystem.removeFile(at: paths.pins.appending(pin))
        released.append(pin)
      }
    }
    if !released.isEmpty { try fileSystem.syncDirectory(at: paths.pins) }
    return Set(released).sorted()
  }

  /// The names that are pinned, sorted.
  package func names() throws -> [String] {
    try fileSystem.names(in: paths.pins).filter { !$0.isHidden }.map(\.string)
  }

  private func files(meantBy name: String) throws -> [String] {
    try requireFileName(name)
    if try fileSystem.hasFile(at: paths.images.appending(name)) { return [name] }
    var names: [String] = []
    if let photo = PhotoNames(name) {
      try store.forEachRecord { id, record in
        guard photo.includes(id), case .success(let record) = record else { return }
        names += record.preparation.files.map(\.name.description) + record.otherFileNames
      }
    }
    if names.isEmpty {
      throw PhotoprepError(
        .notFound, path: store.path.string,
        message: "There is no file and no photo named '\(name)' here.",
        remedy: "'photoprep store list --json' shows the names there are.")
    }
    return names
  }

  private func requireFileName(_ name: String) throws {
    if FileNameRule.sanitized(name) == name { return }
    throw PhotoprepError(
      .nameInvalid, path: store.path.string,
      message: "'\(name)' cannot be the name of a file in the folder of images.",
      remedy: "Use a name as 'photoprep store list --json' shows it.")
  }
}
