import Foundation
public import PhotoStore

extension PhotoStoreWriter {
  /// Removes a photo from the container, however it was prepared: out of all albums, then its records and its pictures.
  ///
  /// It is gone for good, with what a person set in it and what the trash has of it. What is not there is fine,
  /// so that a call which was cut off is ended by the next. Only the designs in the container's folder of designs are
  /// looked at, at any depth and with any ending: where an app keeps some elsewhere, in preferences for example, it has
  /// to look there first. ``ContainerCopy`` brings the photo again from a source that has it.
  ///
  /// - Parameter record: The photo, by any of its records.
  /// - Throws: `in-use` for a photo that a design or a pin names, and `unreadable-document` for a design or an album
  ///   that cannot be read: then nothing was removed; `not-written`.
  public func remove(_ record: RecordID) throws(PhotoprepError) {
    let photo = record.photo
    try requireUnused(photo)
    var albums: [String] = []
    for name in try container.albumNames()
    where try container.albumToChange(name).entries.contains(where: { $0.record?.photo == photo }) {
      albums.append(name)
    }
    let records = try container.recordIDs().filter { $0.photo == photo }
    let pictures = try container.fileNames(in: container.layout.images).filter {
      StoredFileName($0)?.record.photo == photo
    }
    for name in albums { try remove(record, fromAlbum: name) }
    try remove(records.map(\.fileName), from: container.layout.photos)
    let trashed = try container.fileNames(in: PhotoContainer.trashFolder).filter {
      TrashedFile($0)?.record?.photo == photo
    }
    try remove(trashed, from: PhotoContainer.trashFolder)
    try remove(pictures, from: container.layout.images)
  }

  /// Removes an album; its photos stay prepared, and what is not there is fine.
  ///
  /// - Parameter name: The album's name, with or without `.json`.
  /// - Throws: `in-use` for an album that a design names, and `unreadable-document` for a design that cannot be read:
  ///   then nothing was removed; `name-invalid`; `not-written`.
  public func removeAlbum(_ name: String) throws(PhotoprepError) {
    let fileName = try Album.fileName(named: name)
    // Any text that is the album's name, in any capitals and with a folder before it, may name it.
    let escaped = JSONValue.string(fileName).compactBytes.dropFirst().dropLast()
    let ends = ["\"", " ", "/"].map { $0 + String(decoding: escaped, as: UTF8.self).lowercased() }
    try container.forEachDesign { name, text throws(PhotoprepError) in
      let text = text.lowercased()
      if ends.contains(where: { text.contains($0) }) {
        throw .inUse(fileName, "album", by: name, "Let it show another album, or remove it, first.")
      }
    }
    try remove([fileName], from: container.layout.albums)
  }

  private func requireUnused(_ photo: PhotoID) throws(PhotoprepError) {
    try container.forEachDesign { name, text throws(PhotoprepError) in
      // Any text that holds the photo's digits may name a file of it.
      if text.lowercased().contains(photo.description) {
        throw .inUse(
          photo.description, "photo", by: name, "Let it show another photo, or remove it, first.")
      }
    }
    let pins = "\(ContainerLayout.privateFolder)/pins"
    for name in try container.fileNames(in: pins)
    where StoredFileName(name)?.record.photo == photo {
      throw .inUse(
        photo.description, "photo", by: "a pin", "Remove it first, with 'photoprep store unpin'.")
    }
  }

  private func remove(_ names: [String], from folderName: String) throws(PhotoprepError) {
    if names.isEmpty { return }
    // A change by another process comes before, and does not make the document again.
    let lock = try container.lock(folderName)
    defer { try? lock.close() }
    let folder = container.url.appending(path: folderName)
    for name in names {
      let place = folder.appending(path: name)
      try container.writing(place) {
        guard unlink(place.path) == 0 || errno == ENOENT else {
          throw POSIXError(.init(rawValue: errno) ?? .EIO)
        }
      }
    }
    try container.writing(folder) { try PlainFile.synchronize(folder: folder) }
  }
}

extension PhotoprepError {
  fileprivate static func inUse(
    _ name: String, _ kind: String, by user: String, _ remedy: String
  ) -> PhotoprepError {
    PhotoprepError(
      .inUse, path: name, message: "The \(kind) is in use by \(user); nothing was removed.",
      remedy: remedy)
  }
}
